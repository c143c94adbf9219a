#if NATS
    import Foundation
    import Logging
    import SabirCluster
    import SabirRooms
    import SabirWire

    /// The stream of a room as its authority: what the room offers goes into it, what comes out of it is the room's news.
    final class ClusterAuthority: RoomAuthority {
        private let room: ClusterRoom
        private let here = ClusterMembers()
        private let logger: Logger

        init(_ room: ClusterRoom, logger: Logger) {
            self.room = room
            self.logger = logger
        }

        var kind: RoomTopology.Authority { .stream }

        func offer(_ lines: [OfferedLine]) {
            for line in lines { room.offer(ClusterLine(line)) }
        }

        func tell(_ presence: PresenceHere) { room.tell(here: here.take(presence)) }

        func deliver(_ packet: HostPacket, to member: MemberID?) { room.say(packet, to: member) }

        func perform(_ act: StaffAct, by who: String) {
            let (room, logger, wall) = (room, logger, Int(Date.now.timeIntervalSince1970 * 1_000))
            Task {
                do {
                    try await room.act(act.packet(wall: wall), key: act.clusterKey, clears: act == .clear)
                } catch {
                    logger.error("an act of staff (\(act.name.rawValue)) did not reach the cluster: \(error)")
                }
            }
        }

        /// The cluster's news in the room's words; for some there is nothing to tell.
        static func news(_ news: ClusterNews) -> [AuthorityNews] {
            switch news {
            // A room that kept this numbering on its own disk takes what it lacks of the past.
            case .up(let epoch, let newest, let past):
                let lines = past.map(\.message)
                return [.up(epoch: epoch, newest: newest, past: lines)] + (lines.isEmpty ? [] : [.lines(lines)])
            case .lines(let lines): return [.lines(lines.map(\.message))]
            case .known(let line): return [.lines([line.message])]
            case .taken(let id):
                let reason = "This message's id was used before: send it under a new one."
                return [.refused(WireFault(.duplicateID, reason, id: id))]
            case .refused(let id, let reason): return [.refused(WireFault(.tooFast, reason, id: id))]
            case .present(let members): return [.members(members)]
            case .acted(.notice(let notice)): return [.notice(notice)]
            case .acted(.acted(let acted)): return [.acted(acted)]
            case .acted: return []
            case .word(.person(let call), nil): return [.person(call)]
            case .word(let packet, let member?): return [.deliver(packet, to: member)]
            case .word: return []
            case .behind(let count): return [.behind(count)]
            case .down: return [.down]
            }
        }
    }

    extension ClusterLine {
        fileprivate init(_ line: OfferedLine) {
            self.init(
                id: line.id, member: line.sender.id, from: line.sender.name, lang: line.lang, text: line.text,
                reply: line.reply, via: line.sender.via, author: line.token)
        }
    }

    extension StaffAct {
        /// Of acts with the same key the last one holds.
        fileprivate var clusterKey: String {
            switch self {
            case .mute(let id), .unmute(let id): "mute-\(id.subjectToken)"
            case .remove(let id): "remove-\(id.subjectToken)"
            case .ban(let id, _): "ban-\(id.subjectToken)"
            case .lock, .unlock: "lock"
            case .close, .open: "door"
            case .topic, .notice, .clear: name.rawValue
            }
        }

        fileprivate func packet(wall: Int) -> HostPacket {
            switch self {
            case .notice(let text, let lang):
                .notice(Notice(text: WireText.cleanMessage(text), lang: lang, ts: wall, id: MessageID()))
            case .topic(let text): .acted(Acted(.topic, text: WireText.cleanName(text)))
            case .ban(let id, let minutes): .acted(Acted(.ban, on: id, named: nil, minutes: minutes))
            case .mute(let id), .unmute(let id), .remove(let id): .acted(Acted(name, on: id, named: nil))
            case .lock, .unlock, .clear, .close, .open: .acted(Acted(name))
            }
        }
    }

    extension MemberID {
        /// Ids are letters and digits; whatever else a client may send has no place in a subject.
        fileprivate var subjectToken: String {
            String(rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(32))
        }
    }
#endif
