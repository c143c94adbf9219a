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
    func horizon(of hello: Hello, _ arrival: Arrival, now: NIODeadline) -> Int {
        let newcomer = horizons.newcomer(after: log.newest)
        if let known = devices[hello.device, arrival.author] { return min(known.horizon, newcomer) }
        guard hello.device == nil, let resume = hello.resume, resume.epoch == epoch else { return newcomer }
        if let claim = claim(of: hello) { return min(claim.first, newcomer) }
        guard !arrival.features.contains(.token) else { return newcomer }
        let present = roster.lowestClaimableHorizon(at: arrival.address)
        return horizons.claimed(resume.seq, from: arrival.address, after: log.newest, present: present, now: now)
    }

    /// What the host's own token says of somebody without a device; nil where none is shown, or another's.
    private func claim(of hello: Hello) -> ResumeClaim? {
        guard hello.device == nil, let resume = hello.resume, resume.epoch == epoch else { return nil }
        return resume.token.flatMap { tokens.read($0, room: info.id, epoch: epoch) }
    }

    /// For a member without a device, to be shown when it comes back.
    func token(for member: Member) -> String? {
        guard !member.hasDevice, settings.history != .off else { return nil }
        return tokens.token(room: info.id, epoch: epoch, first: member.horizon)
    }

    /// Whether this one was in before the start, by more than what it says.
    func isKnownFromBefore(_ hello: Hello, _ author: AuthorID?) -> Bool {
        devices[hello.device, author]?.isFromBefore ?? claim(of: hello)?.isFromBefore ?? false
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
