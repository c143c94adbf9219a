import Foundation
import Logging
import SabirRoom
import SabirProtocol

/// The stream of a room as its authority: what the room offers goes into the stream, and what comes out of it is the
/// room's news.
package final class ClusterAuthority: RoomAuthority {
    private let room: ClusterRoom
    /// An act with the device token of the person concerned.
    private typealias Order = (act: ModerationAction, token: String?)

    private let acts: AsyncStream<Order>.Continuation
    private let asked: AsyncStream<String>.Continuation
    /// Acts that the cluster did not accept, with the answer for their askers. For one reader.
    package let failures: AsyncStream<AuthorityNews>
    /// Certificates of relays behind this node that need the first host's grant. For one reader.
    package let certificates: AsyncStream<String>

    /// - Parameter room: owned by the caller, who starts it and passes its news on.
    package init(_ room: ClusterRoom, logger: Logger) {
        self.room = room
        let (stream, acts) = AsyncStream.makeStream(of: Order.self, bufferingPolicy: .bufferingOldest(1_000))
        self.acts = acts
        (certificates, asked) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(100))
        let (failures, failed) = AsyncStream.makeStream(
            of: AuthorityNews.self, bufferingPolicy: .bufferingNewest(1_000))
        self.failures = failures
        Task {
            await Self.carryOut(stream, in: room, logger) { failed.yield(.notDone($0, Self.isNotDone)) }
            failed.finish()
        }
    }

    deinit {
        acts.finish()
        asked.finish()
    }

    package var kind: RoomTopology.Authority { .stream }

    package func offer(_ lines: [OfferedLine]) {
        for line in lines {
            guard case .retracts(let id)? = line.revision else {
                room.offer(ClusterLine(line))
                continue
            }
            room.retract(ClusterRetraction(line: ClusterLine(line), erases: [id] + line.texts))
        }
    }

    package func send(_ presence: PresenceHere) { room.send(presence) }

    package func deliver(_ packet: HostPacket, to member: MemberID?) { room.say(packet, to: member) }

    package func repeatCall(_ call: HelpCall) { room.say(.help(call), to: nil) }

    package func perform(_ act: ModerationAction, by who: String, token: String?) { acts.yield((act, token)) }

    package func vouch(for certificate: String) { asked.yield(certificate) }

    /// Carries acts out one after another; each is tried again for as long as a cluster takes to change its leader.
    private static func carryOut(
        _ acts: AsyncStream<Order>, in room: ClusterRoom, _ logger: Logger,
        failed: @Sendable (ModerationAction) -> Void
    ) async {
        for await (act, token) in acts {
            var failure: (any Error)?
            // Taken first, so that a `clear` does not include lines said meanwhile.
            let place = await room.place
            for attempt in 0..<attempts {
                if attempt > 0 { try? await Task.sleep(for: pause) }
                failure = await failureOf(act, on: token, upTo: place, in: room)
                if failure == nil { break }
            }
            guard let failure else { continue }
            logger.error("an act of staff (\(act.name.rawValue)) did not reach the cluster: \(failure)")
            failed(act)
        }
    }

    private static let isNotDone = WireFault(
        .unreachable, "The cluster did not take it: nothing was changed. Try again when its servers are back.")

    private static let attempts = 5
    private static let pause = Duration.seconds(1)

    private static func failureOf(
        _ act: ModerationAction, on token: String?, upTo place: ModerationRecord.Cleared?, in room: ClusterRoom
    ) async -> (any Error)? {
        do {
            if act == .clear, let place {
                try await room.clear(place)
            } else {
                let wall = Int(Date.now.timeIntervalSince1970 * 1_000)
                let packet = act.told(ts: wall, id: MessageID())
                try await room.act(packet, key: act.clusterKey, on: act.member, author: token)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Translates the cluster's news for the room; some news is left out.
    package static func news(_ news: ClusterNews) -> [AuthorityNews] {
        switch news {
        // A room that kept this numbering on its own disk takes the missing part of the past.
        case .up(let epoch, let newest, let past):
            let lines = past.map(\.message)
            return [.up(epoch: epoch, newest: newest, past: lines)]
                + (lines.isEmpty ? [] : [.lines(lines, authors: past.map(\.author))])
        case .lines(let lines): return [.lines(lines.map(\.message), authors: lines.map(\.author))]
        case .known(let line): return [.lines([line.message], authors: [line.author])]
        case .taken(let id):
            let reason = "This message's id was used before: send it under a new one."
            return [.refused(WireFault(.duplicateID, reason, id: id))]
        case .refused(let id, let reason): return [.refused(WireFault(.tooFast, reason, id: id))]
        case .present(let members): return [.elsewhere(members)]
        case .acted(let record): return [.stands(record)]
        case .erased(let seqs): return [.erased(seqs)]
        case .word(.help(let call), nil): return [.help(call)]
        case .word(let packet, let member?): return [.deliver(packet, to: member)]
        case .word: return []
        case .behind(let count): return [.behind(count)]
        case .down: return [.down]
        }
    }
}

extension ClusterLine {
    fileprivate init(_ line: OfferedLine) {
        let message = Message(
            seq: 0, id: line.id, ts: 0, member: line.sender.id, from: line.sender.name,
            lang: line.draft.lang ?? line.sender.lang, text: line.draft.text,
            reply: line.revision?.line ?? line.draft.reply, via: line.sender.via, role: line.sender.role,
            revision: line.revision)
        self.init(message: message, author: line.token)
    }
}

extension ModerationAction {
    /// The act's key in the bucket. Of acts with the same key, and on the same person, the last one counts.
    var clusterKey: String {
        switch self {
        case .mute, .unmute: "mute"
        case .remove: "remove"
        case .ban, .unban: "ban"
        case .lock, .unlock: "lock"
        case .close, .open: "door"
        case .topic, .notice, .clear, .bans: name.rawValue
        }
    }
}
