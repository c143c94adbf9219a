import SabirWire

/// Why a line is shown only as it was written.
package enum UntranslatedReason: Error, Sendable, Hashable {
    case noEngine
    case pairNotOffered(from: LanguageTag, to: LanguageTag)
    /// `engine` names the endpoint, here and below.
    case unreachable(engine: String)
    case timedOut(engine: String)
    case badAnswer(engine: String)
    case refused(engine: String)
    case busy
    case tooLong
    case stopped

    /// For programs; stable.
    package var code: String {
        switch self {
        case .noEngine: "no-engine"
        case .pairNotOffered: "pair-not-offered"
        case .unreachable: "unreachable"
        case .timedOut: "timed-out"
        case .badAnswer: "bad-answer"
        case .refused: "refused"
        case .busy: "busy"
        case .tooLong: "too-long"
        case .stopped: "stopped"
        }
    }

    /// For people; a plain sentence in English.
    package var sentence: String {
        switch self {
        case .noEngine: "No translation engine is configured."
        case .pairNotOffered(let from, let to): "No engine translates from \(from) to \(to)."
        case .unreachable(let engine): "The translation engine \(engine) does not answer."
        case .timedOut(let engine): "The translation engine \(engine) took too long."
        case .badAnswer(let engine): "The translation engine \(engine) gave an unusable answer."
        case .refused(let engine): "The translation engine \(engine) refused this text."
        case .busy: "Too many lines wait for a translation."
        case .tooLong: "This text has too many parts to be translated."
        case .stopped: "Translation is switched off."
        }
    }

    init(_ failure: EngineFailure, engine: String, from: LanguageTag, to: LanguageTag) {
        self =
            switch failure {
            case .unreachable, .resting, .quotaUsedUp, .keyRefused, .cancelled: .unreachable(engine: engine)
            case .timedOut: .timedOut(engine: engine)
            case .brokenOff, .badAnswer, .serverError: .badAnswer(engine: engine)
            case .refused: .refused(engine: engine)
            case .pairNotOffered: .pairNotOffered(from: from, to: to)
            case .tooLong: .tooLong
            case .busy: .busy
            case .stopped: .stopped
            }
    }
}

/// What a reader may expect of lines in another language, before anyone writes one.
package enum Expectation: Sendable, Equatable {
    case same
    case translated(engine: String)
    case not(UntranslatedReason)
}

/// A change in what the engines can do, for front ends.
package enum EngineEvent: Sendable, Equatable {
    case up(String)
    /// Name of the endpoint, and why, to stand after "engine NAME ".
    case down(String, reason: String)
    /// The endpoint's list of languages is not what it was.
    case pairsChanged(String)
}
