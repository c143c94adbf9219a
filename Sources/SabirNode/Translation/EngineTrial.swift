import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirProtocol
import SabirTranslation

/// Rates the configured engines with a small set of sentences: the checks find what is lost in the answers.
package struct EngineTrial: Sendable {
    package enum Verdict: String, Sendable, CaseIterable {
        case good
        case doubtful
        /// Half of it or more was lost: phrases alone are better.
        case phrasesOnly = "phrases only"
        /// There are no sentences in this language, or no way to judge the answers.
        case notTried = "not tried"
    }

    package struct Result: Sendable, Hashable {
        package var verdict: Verdict
        /// Number of answers with nothing lost, among those that came.
        package var kept = 0
        package var tried = 0
        /// What was lost, each kind once, in order.
        package var lost: [TranslationWarning.Kind] = []

        package static let notTried = Result(verdict: .notTried)
    }

    /// The most harmful kinds, which the checks find most reliably.
    private static let harmful: Set<TranslationWarning.Kind> = [
        .numbers, .units, .times, .dates, .percentages, .negation, .stopCue, .obligation, .medicines, .empty,
    ]

    /// The translator that is tried, without phrasebook and cache.
    package let translator: Translator
    private let checker: LineChecker
    private let sentences: TrialSentences
    private let phrasesOnly: PhrasesOnly
    private let days: EngineDays
    /// Unicode scalars that may be sent to an engine in a day.
    private let ceilings: [String: Int]

    /// Asks the engines directly, without phrasebook and cache. What they are sent counts towards the node's daily
    /// limit; throws if it cannot be counted.
    package init(_ configuration: NodeConfiguration, logger: Logger) throws(NodeError) {
        let folder = DataFolder.locate(configured: configuration.node.dataDirectory)
        sentences = try TrialSentences(readingFrom: folder)
        checker = LineChecker(data: TranslationService.languages(folder, logger))
        phrasesOnly = PhrasesOnly(configuration.translation.phrasesOnly)
        var resources = TranslationResources()
        resources.checker = checker
        days = EngineDays(stateDirectory: configuration.node.stateDirectory, logger: logger)
        resources.ledger = days
        let limited = configuration.translation.endpoints.compactMap { engine in
            engine.charactersPerDay.map { (engine.name, $0) }
        }
        ceilings = Dictionary(limited, uniquingKeysWith: min)
        if !ceilings.isEmpty { try days.check() }
        translator = Translator(configuration.translation.endpoints, resources: resources, logger: logger)
    }

    /// Waits until all engines were checked, within their time-outs.
    package func engines() async -> [EngineReport] {
        _ = await translator.standings()
        return await translator.engineReports()
    }

    /// Whether the configuration forbids engines for this pair.
    package func isPhrasesOnly(_ pair: LanguagePair) -> Bool { phrasesOnly.contains(pair.from, pair.to) }

    /// Why an engine is not sent a pair's sentences, for people, in English. Nil if it may be.
    package func shortage(_ pair: LanguagePair, of engine: String, at now: Date = Date()) -> String? {
        guard let ceiling = ceilings[engine] else { return nil }
        let there = sentences[pair.from].reduce(0) { $0 + $1.unicodeScalars.count }
        let need = checker.knows(pair.to) ? there : there * 2
        let left = DailyAllowance(ceiling, from: days.spent(by: engine), at: now).left(at: now)
        guard need > left else { return nil }
        return "the sentences have \(need) characters, and it may be sent \(left) more today (characters_per_day)"
    }

    /// Translates one way if the checks know both languages, otherwise there and back.
    package func result(_ pair: LanguagePair) async -> Result {
        let texts = sentences[pair.from]
        let there = await translator.translateShared(texts, from: pair.from, to: pair.to)
        // Another node on this machine has used up the limit: half of the sentences allow no judgement.
        guard !there.contains(where: Self.isOverBudget) else { return .notTried }
        let came = zip(texts, there).compactMap { text, line in line.text.map { (text, $0) } }
        guard !checker.knows(pair.to) else {
            return Self.result(came.map { lost($0, $1, pair, Self.harmful.union([.echoed, .script, .language])) })
        }
        let back = await translator.translateShared(came.map(\.1), from: pair.to, to: pair.from)
        guard !back.contains(where: Self.isOverBudget) else { return .notTried }
        // An unchanged sentence is the best possible result.
        let wayBack = LanguagePair(from: pair.from, to: pair.from)
        return Self.result(
            zip(came, back).compactMap { sentence, line in
                line.text.map { lost(sentence.0, $0, wayBack, Self.harmful) }
            })
    }

    private func lost(
        _ text: String, _ translation: String, _ pair: LanguagePair, _ judged: Set<TranslationWarning.Kind>
    ) -> [TranslationWarning.Kind] {
        checker.warnings(source: text, from: pair.from, translation: translation, to: pair.to).map(\.kind)
            .filter(judged.contains)
    }

    private static func isOverBudget(_ line: TranslationOutcome) -> Bool {
        if case .resting = line.reason { true } else { false }
    }

    /// - Parameter lost: what each answer lost.
    static func result(_ lost: [[TranslationWarning.Kind]]) -> Result {
        let kept = lost.count(where: \.isEmpty)
        var kinds: [TranslationWarning.Kind] = []
        for kind in lost.joined() where !kinds.contains(kind) { kinds.append(kind) }
        let verdict: Verdict =
            lost.isEmpty ? .notTried : kept == lost.count ? .good : kept * 2 > lost.count ? .doubtful : .phrasesOnly
        return Result(verdict: verdict, kept: kept, tried: lost.count, lost: kinds)
    }
}
