import NIOCore
import SabirWire

/// What members may read of what was said before.
extension RoomState {
    /// Whether all that a returning member had, or some of it, was cleared away.
    func wasCleared(since resume: Hello.Resume?) -> Bool {
        guard let resume, resume.epoch == epoch, resume.seq <= log.newest else { return false }
        return log.cleared > 0 && resume.seq <= log.cleared
    }

    /// The first number that whoever comes with this hello may see.
    func horizon(of hello: Hello, _ author: AuthorID?, now: NIODeadline) -> Int {
        let known = devices[hello.device, author]?.horizon
        if let known, !horizons.believes(now) { return known }
        let own = known ?? .max
        guard let resume = hello.resume, resume.epoch == epoch else {
            return min(own, horizons.newcomer(after: log.newest))
        }
        let present = roster.lowestClaimableHorizon
        return min(own, horizons.claimed(resume.seq, after: log.newest, present: present, now: now))
    }

    /// What `welcome` says of it to a member with this horizon.
    func historyTerms(from horizon: Int) -> HistoryTerms {
        let first = settings.history == .off ? log.newest + 1 : max(horizon, log.cleared + 1)
        return HistoryTerms(kept: place, seconds: settings.keepFor, from: min(first, log.newest + 1))
    }

    /// Older lines, out of memory; nil where the room's log has to be asked.
    func page(_ request: HistoryRequest, for horizon: Int) -> HistoryPage? {
        let before = request.before ?? log.newest + 1
        let found = log.messages(from: horizon, before: before, limit: request.limit + 1)
        guard !isEntrusted || found.count > request.limit || before <= horizon || horizon >= log.oldest else {
            return nil
        }
        return page(of: found, before: before, limit: request.limit)
    }

    /// What memory has, while the log cannot say what lies before it; nil where that is nothing.
    func pageInMemory(before: Int, _ limit: Int, from horizon: Int) -> HistoryPage? {
        let found = log.messages(from: horizon, before: before, limit: limit)
        guard !found.isEmpty else { return nil }
        return HistoryPage(before: before, messages: found, more: true)
            .fitting(min(settings.maximumFrame, Frame.maximumLength))
    }

    /// `found`: one line more than was asked for, where there are so many.
    func page(of found: [Message], before: Int, limit: Int) -> HistoryPage {
        HistoryPage(before: before, messages: Array(found.suffix(limit)), more: found.count > limit)
            .fitting(min(settings.maximumFrame, Frame.maximumLength))
    }

    /// Forgets the lines that are meant; the numbers that are gone.
    mutating func forget(where isMeant: (Message) -> Bool) -> [Int] {
        reports.forgetLines(where: isMeant)
        return log.forget(where: isMeant)
    }

    /// Forgets what has had its time; the numbers that are gone.
    mutating func expire(at now: RetentionTime) -> [Int] {
        guard let upTo = retention?.expired(log.messages, newest: log.newest, at: now) else { return [] }
        reports.forgetLines { $0.seq <= upTo }
        guard upTo >= log.oldest else { return [] }
        let forgotten = log.messages.prefix { $0.seq <= upTo }.map(\.seq)
        log.forget(upTo: upTo)
        return forgotten
    }
}
