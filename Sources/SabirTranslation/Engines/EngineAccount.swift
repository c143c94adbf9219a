import Foundation

/// How an engine's operator lets us use the engine: requested rests, and the proof that the service works.
///
/// The breaker judges an engine's health within seconds. This type remembers, for up to an hour, what each further
/// request would only cost to learn again. A rest ends with its time, after which the next probe asks again, or with
/// this program: no engine tells when a quota is refilled or a key is repaired.
actor EngineAccount {
    typealias Instant = ContinuousClock.Instant

    /// The longest rest, whatever `Retry-After` says; also the rest after a used-up quota or a refused key.
    static let longestRest: Duration = .seconds(3_600)

    /// How long one probe proves an engine that costs money, or much power as a language model does.
    static let meteredProof: Duration = .seconds(3_600)

    private let proofLasts: Duration
    private var restsUntil: Instant?
    private var proof: (table: PairTable, until: Instant)?
    private var allowance: DailyAllowance?
    private let name: String
    private let ledger: EngineDays?

    /// - Parameters:
    ///   - proofLasts: how long a probe counts; zero to probe at every check.
    ///   - charactersPerDay: nil for no ceiling.
    ///   - name: the engine's key in `ledger`.
    init(
        proofLasts: Duration, charactersPerDay: Int? = nil, name: String = "", ledger: EngineDays? = nil,
        now: Date = Date()
    ) {
        self.proofLasts = proofLasts
        self.name = name
        self.ledger = ledger
        allowance = charactersPerDay.map { DailyAllowance($0, from: ledger?.spent(by: name), at: now) }
    }

    /// Spends a request's characters from the day's allowance, even if the engine will not answer, because its provider
    /// may count them all the same.
    func spend(_ scalars: Int, at now: Date) throws(EngineFailure) {
        let wait: Duration?
        if let ledger, let allowance, !allowance.covers(scalars, at: now) {
            (self.allowance, wait) = ledger.update(name) { past in
                var allowance = allowance
                allowance.merge(past, at: now)
                let wait = allowance.take(scalars, at: now)
                if let due = allowance.reserve() { past = due }
                return (allowance, wait)
            }
        } else {
            wait = allowance?.take(scalars, at: now)
        }
        if let wait { throw allowance?.isUsedUp == true ? .dayUsedUp(wait) : .dayTooShort(wait) }
    }

    /// Throws `.resting` with the remaining time if the engine rests.
    func admit(now: Instant) throws(EngineFailure) {
        if let restsUntil, now < restsUntil { throw .resting(now.duration(to: restsUntil)) }
    }

    /// The pairs of an engine that translated recently.
    func provenPairs(now: Instant) -> PairTable? {
        guard let proof, now < proof.until else { return nil }
        return proof.table
    }

    /// Records a successful probe.
    func recordProof(_ table: PairTable, now: Instant) { proof = (table, now + proofLasts) }

    /// Records an answered line, which proves as much as a probe.
    func recordAnswer(now: Instant) {
        if let table = proof?.table { recordProof(table, now: now) }
    }

    /// - Parameter isCheck: whether a probe or a list was refused, so that another text would not help.
    func recordFailure(_ failure: EngineFailure, isCheck: Bool, now: Instant) {
        switch failure {
        case .pairNotOffered, .noTranslation, .tooLong, .dayTooShort, .busy, .stopped: return
        case .resting(let time), .dayUsedUp(let time): rest(time, now)
        case .quotaUsedUp, .keyRefused: rest(Self.longestRest, now)
        case .refused where !isCheck: return
        case .refused where proofLasts > .zero: rest(Self.longestRest, now)
        default: break
        }
        proof = nil
    }

    private func rest(_ time: Duration, _ now: Instant) {
        let end = now + min(max(time, .zero), Self.longestRest)
        restsUntil = max(restsUntil ?? end, end)
    }
}
