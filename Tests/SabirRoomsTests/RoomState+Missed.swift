import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// What a returning member is told in all, worked out at once: the pieces that a room tells it have to add up to this.
extension RoomState {
    /// What a returning member missed.
    struct Missed {
        /// All it had was cleared away.
        var wasCleared = false
        /// The numbers that are gone, or not for it, before the first of `messages`.
        var gap: ClosedRange<Int>?
        var messages: [Message] = []

        /// As the member is told, the holes between the messages too.
        var packets: [HostPacket] {
            var packets: [HostPacket] = wasCleared ? [.acted(ModerationEvent(.clear))] : []
            if let gap { packets.append(.gap(gap)) }
            for (index, message) in messages.enumerated() {
                if index > 0, messages[index - 1].seq + 1 < message.seq {
                    packets.append(.gap(messages[index - 1].seq + 1...message.seq - 1))
                }
                packets.append(.message(message))
            }
            return packets
        }
    }

    /// Nothing where it names another epoch: it starts over from `welcome.seq`; where that was this room's until a member
    /// told of lines that are lost, it hears that some are missing. `firstVisibleSeq`: the first number it may see;
    /// `older`: what the room's log has of it, before all that memory has.
    func missed(since resume: Hello.Resume?, from firstVisibleSeq: Int = 1, older: [Message] = []) -> Missed {
        if let resume, resume.epoch == timeline.formerEpoch, resume.seq < timeline.newest {
            return Missed(gap: resume.seq + 1...timeline.newest)
        }
        guard let resume, resume.epoch == timeline.epoch, resume.seq <= timeline.newest else { return Missed() }
        let after = max(resume.seq, firstVisibleSeq - 1)
        let messages = older.filter { $0.seq > after && $0.seq < timeline.oldest } + timeline.messages(after: after)
        let first = messages.first?.seq ?? timeline.newest + 1
        return Missed(
            // Said again to whoever was there at the time: forgetting twice does no harm.
            wasCleared: timeline.cleared > 0 && resume.seq <= timeline.cleared,
            gap: first > resume.seq + 1 ? resume.seq + 1...first - 1 : nil, messages: messages)
    }

    /// The numbers that a returning member missed and that memory no longer has.
    func beyondMemory(_ hello: Hello, _ joinContext: JoinContext, now: NIODeadline) -> ClosedRange<Int>? {
        // A number that this room never gave misses nothing.
        guard timeline.isEntrusted, let resume = hello.resume, resume.epoch == timeline.epoch,
            resume.seq < timeline.newest
        else { return nil }
        let first = max(
            resume.seq + 1, timeline.cleared + 1,
            hello.relay == nil ? firstVisibleSeq(of: hello, joinContext, now: now) : 1
        )
        return first < timeline.oldest ? first...timeline.oldest - 1 : nil
    }
}
