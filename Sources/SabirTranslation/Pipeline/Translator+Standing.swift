import Foundation
import SabirCore
import SabirProtocol

/// An engine's state, for whoever looks after the node.
package struct EngineReport: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        case inUse = "in-use"
        case down
        /// The engine asked for a rest, or its ceiling for today is used up.
        case resting
        /// The engine has not been checked yet.
        case unknown
    }

    package let name: String
    package let state: State
    /// Why the engine is not in use, as a phrase after its name; nil if it is in use.
    package let reason: String?
    /// Whether the engine has ever listed its languages.
    package let hasAnswered: Bool
    package let today: EngineFigures
}

/// A language that people chose but that no engine translates in both directions.
package struct LanguageGap: Sendable, Hashable {
    package let language: LanguageTag
    /// How often the language was chosen.
    package let times: Int
    /// The house's languages, into and from which the language should be translated.
    package let others: [LanguageTag]
    /// Whether an engine translates from the language into one of `others`; `isReached`: the reverse. At most one is
    /// true.
    package let isUnderstood: Bool
    package let isReached: Bool
}

/// What the engines can do, as far as they have answered.
extension Translator {
    /// Reports on all engines, in order of preference.
    package func engineReports(at now: Date = Date()) -> [EngineReport] {
        engines.all.map { engine in
            let (state, reason): (EngineReport.State, String?) =
                switch engine.lastEvent {
                case .down(_, let reason): ((engine.isBackAt ?? now) > now ? .resting : .down, reason)
                case nil: (.unknown, nil)
                case _: (.inUse, nil)
                }
            return EngineReport(
                name: engine.name, state: state, reason: reason, hasAnswered: engine.pairs != nil,
                today: engine.figures.today(now))
        }
    }

    /// Whether a configured engine lists this direction, even if it is down now.
    package func lists(_ from: LanguageTag, _ to: LanguageTag) -> Bool {
        engines.numbers(withPeer: false).contains { engines[$0]?.route(from: from, to: to) != nil }
    }

    /// The chosen languages that lack a translation into or from the house's languages. Empty until an engine has
    /// listed its languages, because without that the engines are the problem.
    ///
    /// - Parameter house: the staff's languages; if empty, all other languages that people chose.
    package func gaps(among week: LanguageWeek, house: [LanguageTag]) -> [LanguageGap] {
        guard engines.all.contains(where: { $0.pairs != nil }) else { return [] }
        let chosen = week.languages
        return chosen.compactMap { language, times in
            let others = (house.isEmpty ? chosen.map(\.language) : house).filter { !$0.reads(language) }
            let isSpoken = house.contains { $0.reads(language) }
            guard !isSpoken, !others.isEmpty else { return nil }
            let isUnderstood = others.contains { lists(language, $0) }
            let isReached = others.contains { lists($0, language) }
            guard !isUnderstood || !isReached else { return nil }
            return LanguageGap(
                language: language, times: times, others: others, isUnderstood: isUnderstood, isReached: isReached)
        }
    }
}

extension LanguageGap {
    /// An English sentence for people.
    package var sentence: RedactableText {
        let others = others.map(\.description).joined(separator: ", ")
        let way: RedactableText = isReached ? "from it into" : isUnderstood ? "into it from" : "between it and"
        let chosen: RedactableText = times == 1 ? "once" : "\(times) times"
        return "People chose \(language) \(chosen) in the last week, and no engine translates \(way) \(others)."
    }
}
