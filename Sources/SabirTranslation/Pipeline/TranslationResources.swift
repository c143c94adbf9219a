import SabirProtocol

/// What the translator uses besides engines: books, and checks of every answer. Each is empty by default.
package struct TranslationResources: Sendable {
    package var books = TranslationBooks()
    package var checker = LineChecker(data: .none)
    package var meter: (any TranslationMeter)?
    /// Stores the use of engines with a daily ceiling.
    package var ledger: EngineDays?

    package init() {}

    /// The most warnings about terms for one line.
    private static let maximumTerms = 4

    /// All warnings for a reader; `engine` holds those of the engine itself.
    func warnings(
        source: String, from: LanguageTag, translation: String, to: LanguageTag, engine: [TranslationWarning]
    ) -> [TranslationWarning] {
        // A node that was asked has run the same checks with its data, so its kinds of warning are not repeated.
        let told = Set(engine.map(\.kind))
        let found =
            engine
            + checker.warnings(source: source, from: from, translation: translation, to: to)
            .filter { !told.contains($0.kind) }
        // A text that was not translated needs no warnings about terms.
        guard !found.contains(where: { $0.kind == .empty || $0.kind == .echoed }),
            source.utf8.count <= LineChecker.longestLine, translation.utf8.count <= LineChecker.longestLine * 4
        else { return found }
        let terms = books.glossary.check(source, from: from, translation: translation, to: to)
        let known = Set(found.filter { $0.kind == .protectionLost }.flatMap(\.words))
        return found
            + terms.filter { !found.contains($0) && ($0.kind != .protectionLost || known.isDisjoint(with: $0.words)) }
            .prefix(Self.maximumTerms)
    }
}

extension EndpointConfiguration.Kind {
    /// The form of placeholders that this kind of engine leaves unharmed.
    var placeholders: PlaceholderForm {
        switch self {
        case .apertium: .brackets
        case .openai: .whiteBrackets
        default: .braces
        }
    }
}
