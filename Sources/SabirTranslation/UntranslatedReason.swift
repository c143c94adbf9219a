import Foundation
import SabirProtocol

/// Why a line is shown only as written.
package enum UntranslatedReason: Error, Sendable, Hashable {
    case noEngine
    case pairNotOffered(from: LanguageTag, to: LanguageTag)
    /// `engine` is the endpoint's name, here and below.
    case unreachable(engine: String)
    /// The engine answers, but asked for a rest (429, 503, a used-up quota, a refused key) until a time of day, in
    /// whole seconds.
    case resting(engine: String, until: Date)
    case timedOut(engine: String)
    case badAnswer(engine: String)
    case refused(engine: String)
    /// The host that translates for this node has no translation of this text.
    case noTranslation(engine: String)
    case busy
    /// The author wrote more in a minute than is translated.
    case overBudget
    case tooLong
    case stopped

    /// A stable code for programs.
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

    /// A plain English sentence for people.
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

    /// The time by this computer's clock, such as `14:05`.
    private static func clock(_ time: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: time)
        return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
    }
}

/// What a reader of one language can expect of lines in another, before anyone writes one.
package enum Expectation: Sendable, Equatable {
    case same
    case translated(engine: String)
    case not(UntranslatedReason)
}

/// A change of what the engines can do, for front ends.
package enum EngineEvent: Sendable, Equatable {
    case up(String)
    /// The engine failed at a line, but passed the check that followed: lines it left untranslated may be retried.
    /// Never sent for an engine reported as down.
    case proved(String)
    /// The endpoint's name, and the reason as the end of "engine NAME ".
    case down(String, reason: String)
    /// The endpoint's list of languages changed.
    case pairsChanged(String)
}
