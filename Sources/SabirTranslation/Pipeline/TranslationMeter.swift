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

/// Whether lines are sent to an engine.
package enum EngineStanding: Sendable, Hashable {
    case inUse
    /// Only the background check asks the engine.
    case onTrial
    case resting
}

/// The result of a request to an engine.
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

/// A source of translations other than engines.
package enum TranslationSource: Sendable, Hashable {
    case phrasebook
    case memory
}
