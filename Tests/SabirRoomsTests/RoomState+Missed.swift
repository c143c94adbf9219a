import NIOCore
import SabirWire

@testable import SabirRooms

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
            var packets: [HostPacket] = wasCleared ? [.acted(Acted(.clear))] : []
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

    /// Nothing where it names another epoch: it starts over from `welcome.seq`. `horizon`: the first number it may see;
    /// `older`: what the room's log has of it, before all that memory has.
    func missed(since resume: Hello.Resume?, from horizon: Int = 1, older: [Message] = []) -> Missed {
        guard let resume, resume.epoch == epoch, resume.seq <= log.newest else { return Missed() }
        let after = max(resume.seq, horizon - 1)
        let messages = older.filter { $0.seq > after && $0.seq < log.oldest } + log.messages(after: after)
        let first = messages.first?.seq ?? log.newest + 1
        return Missed(
            // Said again to whoever was there at the time: forgetting twice does no harm.
            wasCleared: log.cleared > 0 && resume.seq <= log.cleared,
            gap: first > resume.seq + 1 ? resume.seq + 1...first - 1 : nil, messages: messages)
    }

    /// The numbers that a returning member missed and that memory no longer has.
    func beyondMemory(_ hello: Hello, _ author: AuthorID?, now: NIODeadline) -> ClosedRange<Int>? {
        // A number that this room never gave misses nothing.
        guard isEntrusted, let resume = hello.resume, resume.epoch == epoch, resume.seq < log.newest else { return nil }
        let first = max(resume.seq + 1, log.cleared + 1, hello.relay == nil ? horizon(of: hello, author, now: now) : 1)
        return first < log.oldest ? first...log.oldest - 1 : nil
    }
}
