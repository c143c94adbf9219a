import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirProtocol
import SabirTranslation

/// How good the configured engines are, by a small set of sentences: what the checks find lost in their answers.
package struct EngineTrial: Sendable {
    package enum Verdict: String, Sendable, CaseIterable {
        /// Nothing was lost.
        case good
        case doubtful
        /// Half of it or more was lost: set sentences alone are better.
        case phrasesOnly = "phrases only"
        /// There are no sentences in this language, or no way to judge the answers.
        case notTried = "not tried"
    }

    package struct Result: Sendable, Hashable {
        package var verdict: Verdict
        /// Sentences that came back with all that was looked for, of those that came back.
        package var kept = 0
        package var tried = 0
        /// What was lost, in order, each once.
        package var lost: [TranslationWarning.Kind] = []

        package static let notTried = Result(verdict: .notTried)
    }

    /// What harms most, and what the checks are surest of.
    private static let harmful: Set<TranslationWarning.Kind> = [
        .numbers, .units, .times, .dates, .percentages, .negation, .stopCue, .obligation, .medicines, .empty,
    ]

    private let translator: Translator
    private let checker: LineChecker
    private let sentences: TrialSentences
    private let phrasesOnly: PhrasesOnly
    private let days: EngineDays
    /// In Unicode scalars, of engines that may not be sent more in a day.
    private let ceilings: [String: Int]

    /// Asks the engines themselves: neither the phrasebook nor a cache answers for them. What they are sent counts in the day
    /// that a node counts; throws where it cannot be counted.
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

    package func close() async { await translator.close() }

    /// Once all have been judged; within their time-outs.
    package func engines() async -> [EngineReport] {
        _ = await translator.standings()
        return await translator.engineReports()
    }

    package func gaps(among week: LanguageWeek, house: [LanguageTag]) async -> [LanguageGap] {
        await translator.gaps(among: week, house: house)
    }

    /// Which engine translates a pair now, or why none does.
    package func way(_ pair: LanguagePair) async -> Expectation {
        await translator.offers(from: pair.from, to: pair.to)
    }

    /// Whether the configuration has it that no engine is asked for this pair.
    package func isPhrasesOnly(_ pair: LanguagePair) -> Bool { phrasesOnly.contains(pair.from, pair.to) }

    /// Why an engine is not sent a pair's sentences: for people, in English. Nil where it may be.
    package func shortage(_ pair: LanguagePair, of engine: String, at now: Date = Date()) -> String? {
        guard let ceiling = ceilings[engine] else { return nil }
        let there = sentences[pair.from].reduce(0) { $0 + $1.unicodeScalars.count }
        let need = checker.knows(pair.to) ? there : there * 2
        let left = DailyAllowance(ceiling, from: days.spent(by: engine), at: now).left(at: now)
        guard need > left else { return nil }
        return "the sentences have \(need) characters, and it may be sent \(left) more today (characters_per_day)"
    }

    /// There alone where the checks know both languages, else there and back.
    package func result(_ pair: LanguagePair) async -> Result {
        let texts = sentences[pair.from]
        let there = await translator.translateShared(texts, from: pair.from, to: pair.to)
        // A node beside this one has spent what was left: of half of the sentences nothing can be said.
        guard !there.contains(where: Self.isOverBudget) else { return .notTried }
        guard checker.knows(pair.to) else { return await returned(texts, there, pair) }
        return Self.result(
            zip(texts, there).compactMap { text, line in
                line.text.map {
                    checker.warnings(source: text, from: pair.from, translation: $0, to: pair.to).map(\.kind)
                        .filter { Self.harmful.contains($0) || $0 == .echoed || $0 == .script || $0 == .language }
                }
            })
    }

    private func returned(_ texts: [String], _ there: [TranslationOutcome], _ pair: LanguagePair) async -> Result {
        let came = zip(texts, there).compactMap { text, line in line.text.map { (text, $0) } }
        let back = await translator.translateShared(came.map(\.1), from: pair.to, to: pair.from)
        guard !back.contains(where: Self.isOverBudget) else { return .notTried }
        return Self.result(
            zip(came, back).compactMap { sentence, line in
                line.text.map {
                    // A sentence that comes back as it went is the best that can be.
                    checker.warnings(source: sentence.0, from: pair.from, translation: $0, to: pair.from).map(\.kind)
                        .filter(Self.harmful.contains)
                }
            })
    }

    private static func isOverBudget(_ line: TranslationOutcome) -> Bool {
        if case .resting = line.reason { true } else { false }
    }

    /// - Parameter lost: of each sentence that came back.
    static func result(_ lost: [[TranslationWarning.Kind]]) -> Result {
        let kept = lost.count(where: \.isEmpty)
        var kinds: [TranslationWarning.Kind] = []
        for kind in lost.joined() where !kinds.contains(kind) { kinds.append(kind) }
        let verdict: Verdict =
            lost.isEmpty ? .notTried : kept == lost.count ? .good : kept * 2 > lost.count ? .doubtful : .phrasesOnly
        return Result(verdict: verdict, kept: kept, tried: lost.count, lost: kinds)
    }
}
