import SabirProtocol

/// What the translator has besides engines: set sentences, terms that stay, a check of every answer.
/// All are optional, and each is empty by default.
package struct TranslationResources: Sendable {
    package var phrasebook = Phrasebook.empty
    package var glossary = Glossary.empty
    package var phrasesOnly = PhrasesOnly()
    package var checker = LineChecker(data: .none)
    package var meter: (any TranslationMeter)?
    /// Keeps the days of engines with a ceiling.
    package var ledger: (any DayLedger)?

    package init() {}

    /// Terms that one line's warnings name at most.
    private static let maximumTerms = 4

    /// All that a reader should look at twice; `engine` is what the engine itself reported.
    func warnings(
        source: String, from: LanguageTag, translation: String, to: LanguageTag, engine: [TranslationWarning]
    ) -> [TranslationWarning] {
        // What a node that was asked has found already, with its data, is not said twice.
        let told = Set(engine.map(\.kind))
        let found =
            engine
            + checker.warnings(source: source, from: from, translation: translation, to: to)
            .filter { !told.contains($0.kind) }
        // Where nothing was translated, that no term was is no news.
        guard !found.contains(where: { $0.kind == .empty || $0.kind == .echoed }),
            source.utf8.count <= LineChecker.longestLine, translation.utf8.count <= LineChecker.longestLine * 4
        else { return found }
        let terms = glossary.check(source, from: from, translation: translation, to: to).map(\.warning)
        let known = Set(found.filter { $0.kind == .protectionLost }.flatMap(\.words))
        return found
            + terms.filter { !found.contains($0) && ($0.kind != .protectionLost || known.isDisjoint(with: $0.words)) }
            .prefix(Self.maximumTerms)
    }
}

extension EndpointConfiguration.Kind {
    /// The placeholders that pass this kind of engine unharmed.
    var placeholders: PlaceholderForm {
        switch self {
        case .apertium: .brackets
        case .openai: .whiteBrackets
        default: .braces
        }
    }
}
