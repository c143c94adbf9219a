import SabirWire

/// What the translator has besides engines: set sentences, terms that stay, a check of every answer, a cache that
/// outlives the process. All are optional, and each is empty by default.
package struct TranslationAids: Sendable {
    package var phrasebook = Phrasebook.empty
    package var glossary = Glossary.empty
    package var checker = LineChecker(data: .none)
    package var store: (any TranslationStore)?

    package init() {}

    /// Names the state of all that shapes a stored translation: one made under another state is not used.
    var version: String { "glossary \(glossary.version), checks \(LineChecker.version)" }
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
