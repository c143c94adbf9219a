import SabirCore

/// Limits each asker's requests and characters a minute, and requests at the same time. An asker is an address, and
/// also its network (`AddressGroup`). The time is passed in.
struct AskerLimits: Sendable {
    enum Verdict: Hashable, Sendable {
        case granted
        /// `limit` names the exceeded limit, such as "120 requests per 1 minute".
        case refused(limit: String, seconds: Int)
    }

    private let settings: SharingSettings
    private let requestRate: TokenBucket.Rate
    private var characterRate: TokenBucket.Rate
    private var requests = AddressBuckets()
    private var characters = AddressBuckets()
    /// The requests in progress of each asker, and of all.
    private var underWay: [AddressGroup: Int] = [:]
    private var allUnderWay = 0

    init(_ settings: SharingSettings) {
        self.settings = settings
        requestRate = TokenBucket.Rate(perMinute: settings.requestsPerMinute)
        characterRate = TokenBucket.Rate(perMinute: settings.charactersPerMinute)
    }

    /// Sets the limit of characters for all askers from now on.
    mutating func setLimit(charactersPerMinute: Int) {
        characterRate = TokenBucket.Rate(perMinute: charactersPerMinute)
    }

    /// Admits a request or refuses it. Call ``finish(_:)`` at the end of each admitted one.
    mutating func begin(_ name: String, characters count: Int, now: ContinuousClock.Instant) -> Verdict {
        let groups = AddressGroup.groups(of: name)
        for (place, group) in groups.enumerated() {
            let verdict = verdict(on: group, characters: count, now: now)
            guard verdict != .granted else { continue }
            // A refused request counts too: asking again at once does not help. One that its address's limit refuses
            // costs the network nothing, so that one persistent asker does not block others.
            requests.charge(1, for: Array(groups[...place]), requestRate, now: now)
            return verdict
        }
        requests.charge(1, for: groups, requestRate, now: now)
        characters.charge(Double(count), for: groups, characterRate, now: now)
        for group in groups { underWay[group, default: 0] += 1 }
        allUnderWay += 1
        return .granted
    }

    mutating func finish(_ name: String) {
        for group in AddressGroup.groups(of: name) {
            underWay[group] = underWay[group].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        allUnderWay -= 1
    }

    private func verdict(on group: AddressGroup, characters count: Int, now: ContinuousClock.Instant) -> Verdict {
        let (ofRequests, ofCharacters) = (group.rate(requestRate), group.rate(characterRate))
        let forRequests = Self.wait(for: 1, requests.level(of: group, requestRate, now: now), ofRequests)
        if forRequests > 0 {
            return .refused(limit: "\(Int(ofRequests.burst)) requests per 1 minute", seconds: forRequests)
        }
        let forCharacters = Self.wait(for: count, characters.level(of: group, characterRate, now: now), ofCharacters)
        if forCharacters > 0 {
            return .refused(limit: "\(Int(ofCharacters.burst)) characters per 1 minute", seconds: forCharacters)
        }
        let atOnce = group.share(of: settings.requestsAtOnce, each: settings.requestsAtOncePerAsker)
        if underWay[group, default: 0] >= atOnce {
            return .refused(limit: "\(atOnce) requests at once", seconds: 1)
        }
        if allUnderWay >= settings.requestsAtOnce {
            return .refused(limit: "\(settings.requestsAtOnce) requests at once, from all together", seconds: 1)
        }
        return .granted
    }

    /// Seconds until a bucket with this level has `amount`; 0 if it has it now. A request for more than a minute's
    /// worth is granted when the bucket is full.
    private static func wait(for amount: Int, _ level: Double, _ rate: TokenBucket.Rate) -> Int {
        let missing = min(Double(amount), rate.burst) - level
        return missing > 0 ? Int((missing / rate.burst * 60).rounded(.up)) : 0
    }
}
