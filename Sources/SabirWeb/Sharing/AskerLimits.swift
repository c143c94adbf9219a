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
        var requests: AllowanceBucket
        var characters: AllowanceBucket
        var underWay = 0
        var lastAsked: ContinuousClock.Instant
    }

    private let settings: SharingSettings
    private var askers: [String: Asker] = [:]
    private var underWay = 0

    init(_ settings: SharingSettings) { self.settings = settings }

    var rememberedAskers: Int { askers.count }

    /// Takes a request in, or says why not. One that is granted has to be given back with ``finished(_:)``.
    mutating func begin(_ name: String, characters: Int, now: ContinuousClock.Instant) -> Verdict {
        var asker = askers[name] ?? newcomer(now: now)
        asker.lastAsked = now
        let verdict = verdict(asker, characters: characters, now: now)
        // A refused request counts too: asking again at once does not help.
        asker.requests.take(1, now: now)
        if verdict == .granted {
            asker.characters.take(characters, now: now)
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
            requests: AllowanceBucket(perMinute: settings.requestsPerMinute, now: now),
            characters: AllowanceBucket(perMinute: settings.charactersPerMinute, now: now), lastAsked: now)
    }

    private func verdict(_ asker: Asker, characters: Int, now: ContinuousClock.Instant) -> Verdict {
        let forRequests = asker.requests.wait(for: 1, now: now)
        if forRequests > 0 {
            return .refused(limit: "\(settings.requestsPerMinute) requests per 1 minute", seconds: forRequests)
        }
        let forCharacters = asker.characters.wait(for: characters, now: now)
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
            asker.underWay > 0 || !asker.requests.isFull(now: now) || !asker.characters.isFull(now: now)
        }
        while askers.count > Self.maximumAskers, let oldest = quietest() { askers[oldest] = nil }
    }

    private func quietest() -> String? {
        askers.filter { $0.value.underWay == 0 }.min { $0.value.lastAsked < $1.value.lastAsked }?.key
    }
}
