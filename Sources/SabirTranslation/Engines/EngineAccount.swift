import Foundation

/// How an engine's operator lets us use it: rests that were asked for, and the proof that its service works.
///
/// The breaker judges within seconds whether an engine is well; this keeps, for up to an hour, what each further
/// request would only cost to learn again. A rest ends with its time, by which the next probe asks anew, or with this
/// program; nothing else ends it, as no engine tells when a quota is filled up or a key is put right.
actor EngineAccount {
    typealias Instant = ContinuousClock.Instant

    /// No rest is longer, whatever `Retry-After` says; a used-up quota and a refused key rest as long.
    static let longestRest: Duration = .seconds(3_600)

    /// How long one canary proves an engine that is paid for, or that burns an LLM's worth of power for each.
    static let meteredProof: Duration = .seconds(3_600)

    private let proofLasts: Duration
    private var restsUntil: Instant?
    private var proof: (table: PairTable, until: Instant)?
    private var allowance: DailyAllowance?
    private let name: String
    private let ledger: (any DayLedger)?

    /// - Parameters:
    ///   - proofLasts: zero where every check is to be a real one.
    ///   - charactersPerDay: nil where there is no ceiling.
    ///   - name: by which `ledger` keeps what was spent of it.
    init(
        proofLasts: Duration, charactersPerDay: Int? = nil, name: String = "", ledger: (any DayLedger)? = nil,
        now: Date = Date()
    ) {
        self.proofLasts = proofLasts
        self.name = name
        self.ledger = ledger
        allowance = charactersPerDay.map { DailyAllowance($0, from: ledger?.spent(by: name), at: now) }
    }

    /// Takes what a request sends from the day's allowance, whether the engine will answer or not: it may be counted
    /// there all the same.
    func spend(_ scalars: Int, at now: Date) throws(EngineFailure) {
        let wait: Duration?
        if let ledger, let allowance, !allowance.covers(scalars, at: now) {
            (self.allowance, wait) = ledger.update(name) { past in
                var allowance = allowance
                allowance.join(past, at: now)
                let wait = allowance.take(scalars, at: now)
                if let due = allowance.due() { past = due }
                return (allowance, wait)
            }
        } else {
            wait = allowance?.take(scalars, at: now)
        }
        if let wait { throw allowance?.isUsedUp == true ? .dayUsedUp(wait) : .dayTooShort(wait) }
    }

    /// Throws `.resting`, with what is left of the rest, instead of asking the engine.
    func admit(now: Instant) throws(EngineFailure) {
        if let restsUntil, now < restsUntil { throw .resting(now.duration(to: restsUntil)) }
    }

    /// The pairs of an engine that was seen to translate not long ago.
    func provenPairs(now: Instant) -> PairTable? {
        guard let proof, now < proof.until else { return nil }
        return proof.table
    }

    /// A canary came back.
    func proved(_ table: PairTable, now: Instant) { proof = (table, now + proofLasts) }

    /// A reader's line came back, which proves as much.
    func served(now: Instant) {
        if let table = proof?.table { proved(table, now: now) }
    }

    /// - Parameter isCheck: a canary or a list was refused, which a better text would not mend.
    func failed(_ failure: EngineFailure, isCheck: Bool, now: Instant) {
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
