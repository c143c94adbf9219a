import SabirCore

/// What each asker may have: requests and characters a minute, and requests at once. The clock is passed in.
struct AskerLimits: Sendable {
    enum Verdict: Hashable, Sendable {
        case granted
        /// `limit` is what there is too much of, such as "120 requests per 1 minute".
        case refused(limit: String, seconds: Int)
    }

    /// Askers remembered; beyond that those who ask nothing now and longest did not are forgotten.
    static let maximumAskers = 2_048

    private struct Asker {
        var requests, characters: TokenBucket
        var underWay = 0
        var lastAsked: ContinuousClock.Instant
    }

    private var settings: SharingSettings
    private let requests: TokenBucket.Rate
    private var characters: TokenBucket.Rate
    private var askers: [String: Asker] = [:]
    private var underWay = 0

    init(_ settings: SharingSettings) {
        self.settings = settings
        requests = TokenBucket.Rate(perMinute: settings.requestsPerMinute)
        characters = TokenBucket.Rate(perMinute: settings.charactersPerMinute)
    }

    /// From now on.
    mutating func take(charactersPerMinute: Int) {
        settings.charactersPerMinute = charactersPerMinute
        characters = TokenBucket.Rate(perMinute: charactersPerMinute)
    }

    var rememberedAskers: Int { askers.count }

    /// Takes a request in, or says why not. One that is granted has to be given back with ``finished(_:)``.
    mutating func begin(_ name: String, characters: Int, now: ContinuousClock.Instant) -> Verdict {
        var asker = askers[name] ?? newcomer(now: now)
        asker.lastAsked = now
        let verdict = verdict(asker, characters: characters, now: now)
        // A refused request counts too: asking again at once does not help.
        asker.requests.charge(1, requests, now: now)
        if verdict == .granted {
            asker.characters.charge(Double(characters), self.characters, now: now)
            asker.underWay += 1
            underWay += 1
        }
        askers[name] = asker
        forgetSome(now: now)
        return verdict
    }

    mutating func finished(_ name: String) {
        underWay -= 1
        askers[name]?.underWay -= 1
    }

    private func newcomer(now: ContinuousClock.Instant) -> Asker {
        Asker(
            requests: TokenBucket(full: requests, now: now), characters: TokenBucket(full: characters, now: now),
            lastAsked: now)
    }

    /// Seconds until so much is there; 0 where it is. A wish for more than a minute's worth is met when the bucket is full.
    private func wait(
        for amount: Int, _ bucket: TokenBucket, _ rate: TokenBucket.Rate, _ now: ContinuousClock.Instant
    ) -> Int {
        let missing = min(Double(amount), rate.burst) - bucket.level(rate, now: now)
        return missing > 0 ? Int((missing / rate.burst * 60).rounded(.up)) : 0
    }

    private func verdict(_ asker: Asker, characters: Int, now: ContinuousClock.Instant) -> Verdict {
        let forRequests = wait(for: 1, asker.requests, requests, now)
        if forRequests > 0 {
            return .refused(limit: "\(settings.requestsPerMinute) requests per 1 minute", seconds: forRequests)
        }
        let forCharacters = wait(for: characters, asker.characters, self.characters, now)
        if forCharacters > 0 {
            return .refused(limit: "\(settings.charactersPerMinute) characters per 1 minute", seconds: forCharacters)
        }
        if asker.underWay >= settings.requestsAtOncePerAsker {
            return .refused(limit: "\(settings.requestsAtOncePerAsker) requests at once", seconds: 1)
        }
        if underWay >= settings.requestsAtOnce {
            return .refused(limit: "\(settings.requestsAtOnce) requests at once, from all together", seconds: 1)
        }
        return .granted
    }

    private mutating func forgetSome(now: ContinuousClock.Instant) {
        guard askers.count > Self.maximumAskers else { return }
        askers = askers.filter { _, asker in
            asker.underWay > 0 || !asker.requests.isFull(requests, now: now)
                || !asker.characters.isFull(characters, now: now)
        }
        while askers.count > Self.maximumAskers, let oldest = quietest() { askers[oldest] = nil }
    }

    private func quietest() -> String? {
        askers.filter { $0.value.underWay == 0 }.min { $0.value.lastAsked < $1.value.lastAsked }?.key
    }
}
