import NIOCore
import SabirProtocol

/// Lines of a room whose log is not its memory: accepted, on their way, and told once they are there.
extension RoomState {
    /// The log has these lines, the next ones in order. What was told without waiting for it is passed over.
    mutating func settle(_ lines: [Message]) -> [Timeline.Settled] {
        defer { forgetErased() }
        return timeline.settle(lines)
    }

    /// What waits for the log, where the room does not wait for it.
    mutating func goAhead() -> [Timeline.Settled] {
        defer { forgetErased() }
        return timeline.goAhead()
    }

    /// What is to be written of the devices whose members are here.
    mutating func recordsOfThoseHere(now: NIODeadline) -> [DeviceRecord] {
        roster.numbers.compactMap { number in
            guard let member = roster[number], member.whereabouts == .here, !member.arrival.isRelay else { return nil }
            return visibility.record(of: member, now: now)
        }
    }

    /// Where somebody has seen more of this epoch than there is, another epoch begins: its name, or nil.
    mutating func renewEpoch(for hello: Hello, _ author: AuthorID?, now: NIODeadline) -> String? {
        guard visibility.hasSeenMore(hello, author, than: timeline, now: now) else { return nil }
        timeline.renew(epoch: newEpoch())
        return timeline.epoch
    }
}
