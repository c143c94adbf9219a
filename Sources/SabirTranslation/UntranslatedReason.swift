import Foundation
import SabirProtocol

/// Why a line is shown only as it was written.
package enum UntranslatedReason: Error, Sendable, Hashable {
    case noEngine
    case pairNotOffered(from: LanguageTag, to: LanguageTag)
    /// `engine` names the endpoint, here and below.
    case unreachable(engine: String)
    /// It answers, but asked not to be asked (429, 503, a used-up quota, a key it does not take) before a time of the
    /// day, in whole seconds.
    case resting(engine: String, until: Date)
    case timedOut(engine: String)
    case badAnswer(engine: String)
    case refused(engine: String)
    /// The host that translates for this node has no translation of this text.
    case noTranslation(engine: String)
    case busy
    /// Its author has said more in a minute than is translated.
    case overBudget
    case tooLong
    case stopped

    /// For programs; stable.
    package var code: String {
        switch self {
        case .noEngine: "no-engine"
        case .pairNotOffered: "pair-not-offered"
        case .unreachable: "unreachable"
        case .resting: "resting"
        case .timedOut: "timed-out"
        case .badAnswer: "bad-answer"
        case .refused: "refused"
        case .noTranslation: "no-translation"
        case .busy: "busy"
        case .overBudget: "over-budget"
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
        case .resting(let engine, let until):
            "The translation engine \(engine) is resting until \(Self.clock(until))."
        case .timedOut(let engine): "The translation engine \(engine) took too long."
        case .badAnswer(let engine): "The translation engine \(engine) gave an unusable answer."
        case .refused(let engine): "The translation engine \(engine) refused this text."
        case .noTranslation(let engine): "The translation engine \(engine) has no translation of this text."
        case .busy: "Too many lines wait for a translation."
        case .overBudget: "Too much was written within a minute to translate all of it."
        case .tooLong: "This text has too many parts to be translated."
        case .stopped: "Translation is switched off."
        }
    }

    /// `14:05`, by the clock of this computer.
    private static func clock(_ time: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: time)
        return [parts.hour, parts.minute].map { $0.map { $0 < 10 ? "0\($0)" : "\($0)" } ?? "" }
            .joined(separator: ":")
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
    /// It failed at a line, and was found well in the check that followed: what went without it may be asked for once
    /// more. Never told of an engine that was told as down.
    case proved(String)
    /// Name of the endpoint, and why, to stand after "engine NAME ".
    case down(String, reason: String)
    /// The endpoint's list of languages is not what it was.
    case pairsChanged(String)
}
