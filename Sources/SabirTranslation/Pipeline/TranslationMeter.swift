/// Counts what the translator does. Called on its hot path, so implementations must not block.
package protocol TranslationMeter: Sendable {
    /// One engine answered one line, well or badly.
    func countAnswer(of engine: String, _ outcome: EngineOutcome, took: Duration)
    /// A line was looked up in a store.
    func countLookup(in store: TranslationSource, found: Bool)
    /// A line that was due a second look had it. `agrees`: whether the readings agree; nil if none was made.
    func countSecondLook(agrees: Bool?)
    /// An engine's availability changed.
    func setStanding(_ standing: EngineStanding, of engine: String)
    /// The engine is no longer configured.
    func removeEngine(_ engine: String)
}

/// Whether lines are sent to an engine. The raw values are those of the metric `sabir_engine_breaker`.
package enum EngineStanding: Int, Sendable {
    case inUse
    /// Only the background check asks the engine.
    case onTrial
    case resting
}

/// The result of a request to an engine. The raw values are labels of the metric `sabir_engine_requests_total`.
package enum EngineOutcome: String, Sendable {
    case answered
    case refused
    case timedOut = "timed_out"
    case unreachable
    case badAnswer = "bad_answer"
    case busy
    case dayUsedUp = "day_used_up"

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

/// A source of translations other than engines.
package enum TranslationSource: String, CaseIterable, Sendable {
    case phrasebook
    case memory
}
