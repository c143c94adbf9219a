import SabirCore

/// Limits each asker's requests and characters a minute, and requests at the same time. An asker is an address, and
/// also its network (`AddressGroup`). The time is passed in.
struct AskerLimits: Sendable {
    enum Verdict: Hashable, Sendable {
        case granted
        /// `limit` names the exceeded limit, such as "120 requests per 1 minute".
        case refused(limit: String, seconds: Int)
    }

    /// How many askers are remembered; beyond that, those without open requests that were silent longest are forgotten.
    static let maximumAskers = 2_048

    private struct Asker {
        var requests, characters: TokenBucket
        var underWay = 0
        var lastAsked: ContinuousClock.Instant
    }

    private var settings: SharingSettings
    private let requests: TokenBucket.Rate
    private var characters: TokenBucket.Rate
    private var askers: [AddressGroup: Asker] = [:]
    private var underWay = 0

    init(_ settings: SharingSettings) {
        self.settings = settings
        requests = TokenBucket.Rate(perMinute: settings.requestsPerMinute)
        characters = TokenBucket.Rate(perMinute: settings.charactersPerMinute)
    }

    /// Sets the limit of characters for all askers from now on.
    mutating func setLimit(charactersPerMinute: Int) {
        settings.charactersPerMinute = charactersPerMinute
        characters = TokenBucket.Rate(perMinute: charactersPerMinute)
    }

    var rememberedAskers: Int { askers.count }

    /// Admits a request or refuses it. Call ``finish(_:)`` at the end of each admitted one.
    mutating func begin(_ name: String, characters: Int, now: ContinuousClock.Instant) -> Verdict {
        var asked: [(group: AddressGroup, asker: Asker)] = []
        var verdict = Verdict.granted
        // A request that its address's limit refuses costs the network nothing, so that one persistent asker does not
        // block others.
        for group in AddressGroup.groups(of: name) where verdict == .granted {
            let asker = askers[group] ?? newcomer(group, now: now)
            verdict = self.verdict(asker, of: group, characters: characters, now: now)
            asked.append((group, asker))
        }
        for (group, var asker) in asked {
            asker.lastAsked = now
            // A refused request counts too: asking again at once does not help.
            asker.requests.charge(1, group.rate(requests), now: now)
            if verdict == .granted {
                asker.characters.charge(Double(characters), group.rate(self.characters), now: now)
                asker.underWay += 1
            }
            askers[group] = asker
        }
        if verdict == .granted { underWay += 1 }
        forgetSome(now: now)
        return verdict
    }

    mutating func finish(_ name: String) {
        underWay -= 1
        for group in AddressGroup.groups(of: name) { askers[group]?.underWay -= 1 }
    }

    private func newcomer(_ group: AddressGroup, now: ContinuousClock.Instant) -> Asker {
        Asker(
            requests: TokenBucket(full: group.rate(requests), now: now),
            characters: TokenBucket(full: group.rate(characters), now: now), lastAsked: now)
    }

    /// Seconds until the bucket has this much; 0 if it has it now. A request for more than a minute's worth is granted
    /// when the bucket is full.
    private func wait(
        for amount: Int, _ bucket: TokenBucket, _ rate: TokenBucket.Rate, _ now: ContinuousClock.Instant
    ) -> Int {
        let missing = min(Double(amount), rate.burst) - bucket.level(rate, now: now)
        return missing > 0 ? Int((missing / rate.burst * 60).rounded(.up)) : 0
    }

    private func verdict(
        _ asker: Asker, of group: AddressGroup, characters: Int, now: ContinuousClock.Instant
    ) -> Verdict {
        let (requests, ofCharacters) = (group.rate(requests), group.rate(self.characters))
        let forRequests = wait(for: 1, asker.requests, requests, now)
        if forRequests > 0 {
            return .refused(limit: "\(Int(requests.burst)) requests per 1 minute", seconds: forRequests)
        }
        let forCharacters = wait(for: characters, asker.characters, ofCharacters, now)
        if forCharacters > 0 {
            return .refused(limit: "\(Int(ofCharacters.burst)) characters per 1 minute", seconds: forCharacters)
        }
        let atOnce = group.share(of: settings.requestsAtOnce, each: settings.requestsAtOncePerAsker)
        if asker.underWay >= atOnce { return .refused(limit: "\(atOnce) requests at once", seconds: 1) }
        if underWay >= settings.requestsAtOnce {
            return .refused(limit: "\(settings.requestsAtOnce) requests at once, from all together", seconds: 1)
        }
        return .granted
    }

    private mutating func forgetSome(now: ContinuousClock.Instant) {
        guard askers.count > Self.maximumAskers else { return }
        askers = askers.filter { group, asker in
            asker.underWay > 0 || !asker.requests.isFull(group.rate(requests), now: now)
                || !asker.characters.isFull(group.rate(characters), now: now)
        }
        while askers.count > Self.maximumAskers, let oldest = quietest() { askers[oldest] = nil }
    }

    private func quietest() -> AddressGroup? {
        askers.filter { $0.value.underWay == 0 }.min { $0.value.lastAsked < $1.value.lastAsked }?.key
    }
}
