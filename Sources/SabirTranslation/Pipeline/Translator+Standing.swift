import Foundation
import SabirCore
import SabirProtocol

/// How an engine is now, for whoever looks after the node.
package struct EngineReport: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        case inUse = "in-use"
        case down
        /// It asked to be left alone, or has been sent all that it may be today.
        case resting
        /// Nothing has been heard of it yet.
        case unknown
    }

    package let name: String
    package let state: State
    /// Why it is not in use, to stand behind its name; nil where it is.
    package let reason: String?
    /// Whether it has ever listed its languages.
    package let hasAnswered: Bool
    package let today: EngineFigures
}

/// A language that people chose and that can do without an engine nowhere.
package struct LanguageGap: Sendable, Hashable {
    package let language: LanguageTag
    /// How often it was chosen.
    package let times: Int
    /// Languages of the house, into and from which it would have to be translated.
    package let others: [LanguageTag]
    /// Whether an engine translates it into one of them, and one of them into it: not both.
    package let isUnderstood: Bool
    package let isReached: Bool
}

/// What the engines can and do, as far as they have answered by now.
extension Translator {
    /// In their order.
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

    /// Whether a configured engine lists a way from one language to the other, be it well at this moment or not.
    package func lists(_ from: LanguageTag, _ to: LanguageTag) -> Bool {
        engines.numbers(withPeer: false).contains { engines[$0]?.route(from: from, to: to) != nil }
    }

    /// Which of the languages that people chose no engine translates into the house's, or from them. Empty while no engine
    /// has listed its languages: that is then what is to be mended.
    ///
    /// - Parameter house: those of staff; where it names none, all the others that people chose.
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
    /// For people, in English.
    package var sentence: RedactableText {
        let others = others.map(\.description).joined(separator: ", ")
        let way: RedactableText = isReached ? "from it into" : isUnderstood ? "into it from" : "between it and"
        let chosen: RedactableText = times == 1 ? "once" : "\(times) times"
        return "People chose \(language) \(chosen) in the last week, and no engine translates \(way) \(others)."
    }
}
