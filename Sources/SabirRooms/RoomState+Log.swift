import NIOCore
import SabirWire

/// Lines of a room whose log is not its memory: accepted, on their way, and told once they are there.
extension RoomState {
    /// A line that everybody may be told now, and who is to be answered besides.
    struct Settled: Hashable {
        let message: Message
        let repeats: [MemberNumber]
    }

    /// The log has these lines, the next ones in order. What was told without waiting for it is passed over.
    mutating func settle(_ lines: [Message]) -> [Settled] {
        let settled = lines.filter { $0.seq > log.newest }.map { settle($0) }
        if pending.isEmpty, lines.last.map({ $0.seq >= log.newest }) ?? false { goesAhead = false }
        return settled
    }

    private mutating func settle(_ message: Message) -> Settled {
        let entry = pending.takeFirst()
        keep(message, by: entry?.sender, entry?.author)
        return Settled(message: message, repeats: entry?.repeats ?? [])
    }

    /// Whether the log takes longer than members can wait; from then on, until it has caught up, the room goes ahead.
    mutating func isOverdue(_ now: NIODeadline) -> Bool {
        guard !goesAhead, pending.isOverdue(now) else { return false }
        goesAhead = true
        return true
    }

    /// What waits for the log, where the room does not wait for it.
    mutating func goAhead() -> [Settled] {
        var settled: [Settled] = []
        while goesAhead, let entry = pending.takeFirst() {
            keep(entry.message, by: entry.sender, entry.author)
            settled.append(Settled(message: entry.message, repeats: entry.repeats))
        }
        return settled
    }

    /// What is to be written of the devices whose members are here.
    mutating func recordsOfThoseHere(now: NIODeadline) -> [DeviceRecord] {
        roster.numbers.compactMap { number in
            guard let member = roster[number], member.whereabouts == .here, !member.arrival.isRelay else { return nil }
            return devices.record(member.arrival.author, number, now: now)
        }
    }

    /// Whether only the log can say if this id was used before.
    func isNew(_ id: MessageID) -> Bool { acceptance(of: id) == nil && pending[id] == nil }

    /// A member has seen a number that this life has not given yet: the log has lost lines. Told by somebody who was in
    /// before the start, a short while after it, and once, since every later epoch is this life's own; anybody else could
    /// write any number.
    mutating func renewEpoch(for hello: Hello, _ author: AuthorID?, now: NIODeadline) -> String? {
        guard let until = renewsUntil, now < until, let resume = hello.resume, resume.epoch == epoch,
            resume.seq > log.newest, isKnownFromBefore(hello, author)
        else { return nil }
        formerEpoch = epoch
        epoch = newEpoch()
        renewsUntil = nil
        return epoch
    }
}
