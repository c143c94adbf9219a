/// Who counts what the translator does. Called on its hot path: must neither block nor wait.
package protocol TranslationMeter: Sendable {
    /// One engine's answer to one line, good or bad.
    func asked(_ engine: String, _ outcome: EngineOutcome, took: Duration)
    /// Whether a store had the translation of a line.
    func lookedUp(_ store: TranslationSource, found: Bool)
    /// A line that was due a second look had it: whether the two agree; nil where there was none after all.
    func lookedAgain(_ agrees: Bool?)
    /// An engine came, went, or is tried.
    func breaker(of engine: String, _ standing: EngineStanding)
    /// It is no longer configured.
    func gone(_ engine: String)
}

/// Whether lines are sent to an engine.
package enum EngineStanding: Sendable, Hashable {
    case inUse
    /// By the check in the background alone.
    case onTrial
    case resting
}

/// What became of a request to an engine.
package enum EngineOutcome: Sendable, Hashable {
    case answered
    case refused
    case timedOut
    case unreachable
    case badAnswer
    case busy
    case dayUsedUp

    init(_ result: Result<Translation, EngineFailure>) {
        guard case .failure(let failure) = result else {
            self = .answered
            return
        }
        self =
            switch failure {
            case .unreachable, .resting, .quotaUsedUp, .keyRefused, .stopped, .cancelled: .unreachable
            case .dayUsedUp, .dayTooShort: .dayUsedUp
            case .timedOut: .timedOut
            case .busy: .busy
            case .refused, .tooLong, .pairNotOffered, .noTranslation: .refused
            case .brokenOff, .badAnswer, .serverError: .badAnswer
            }
    }
}

/// Where a translation may be had without an engine.
package enum TranslationSource: Sendable, Hashable {
    case phrasebook
    case memory
}
