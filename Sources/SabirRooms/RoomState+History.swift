import NIOCore
import SabirWire

/// What members may read of what was said before.
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

    /// Nothing where it names another epoch: it starts over from `welcome.seq`; where that was this room's until a member
    /// told of lines that are lost, it hears that some are missing. `horizon`: the first number it may see;
    /// `older`: what the room's log has of it, before all that memory has.
    func missed(since resume: Hello.Resume?, from horizon: Int = 1, older: [Message] = []) -> Missed {
        if let resume, resume.epoch == formerEpoch, resume.seq < log.newest {
            return Missed(gap: resume.seq + 1...log.newest)
        }
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
    func beyondMemory(_ hello: Hello, _ arrival: Arrival, now: NIODeadline) -> ClosedRange<Int>? {
        // A number that this room never gave misses nothing.
        guard isEntrusted, let resume = hello.resume, resume.epoch == epoch, resume.seq < log.newest else { return nil }
        let first = max(resume.seq + 1, log.cleared + 1, hello.relay == nil ? horizon(of: hello, arrival, now: now) : 1)
        return first < log.oldest ? first...log.oldest - 1 : nil
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
