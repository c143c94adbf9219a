import SabirProtocol

/// Where translations outlive the process: what the translator sees of the cache on disk.
///
/// Asked where the translator's own cache knows nothing, before an engine is. It never fails: what cannot be read is
/// not there, and what cannot be written is made again some day.
package protocol TranslationStore: Sendable {
    /// The answer of the engine that comes first in `makers`; nil where none of them has one. Takes a millisecond
    /// at most where the disk is well.
    func translation(for question: StoredQuestion, by makers: [String]) async -> StoredTranslation?
    /// Returns at once; written later, or dropped where the disk is behind.
    func keep(_ translation: StoredTranslation, for question: StoredQuestion, of origin: StoredOrigin) async
    /// Takes away what was kept of these texts, bytes included.
    func forget(_ texts: [String]) async
}

extension TranslationStore {
    package func forget(_ texts: [String]) async {}
}

/// Whose words a stored translation holds: it goes when they go.
package struct StoredOrigin: Hashable, Sendable {
    /// Id of a room whose lines lie on this machine's disk; "" for what somebody at this machine asked for.
    package let room: String
    /// Milliseconds since 1970 by the host's clock: when it was said.
    package let said: Int

    package init(room: String, said: Int) {
        self.room = room
        self.said = said
    }

    package static func ownRequest(at milliseconds: Int) -> StoredOrigin { StoredOrigin(room: "", said: milliseconds) }
}

/// What a stored translation answers.
package struct StoredQuestion: Hashable, Sendable {
    /// Normalised as the translator's questions are.
    package let text: String
    /// Reading keys, as the translator's questions have them.
    package let from: String
    package let to: String
    /// Names one state of the glossary; "" without one.
    package let glossary: String

    package init(text: String, from: String, to: String, glossary: String = "") {
        self.text = text
        self.from = from
        self.to = to
        self.glossary = glossary
    }
}

/// A translation in plain types, to be written by one version of the program and read by another.
package struct StoredTranslation: Hashable, Sendable {
    package struct Warning: Hashable, Sendable, Codable {
        package let kind: String
        package let words: [String]
        package let counterparts: [String]

        package init(kind: String, words: [String], counterparts: [String]) {
            self.kind = kind
            self.words = words
            self.counterparts = counterparts
        }
    }

    /// What a second look found.
    package struct Second: Hashable, Sendable, Codable {
        package let way: String
        package let text: String
        package let language: String
        package let engine: String
        package let difference: Warning?
    }

    package let text: String
    package let engine: String
    /// The engine itself, whatever the operator calls it: kind, address and model. Another answer is of another one.
    package let maker: String
    package let pivots: [String]
    package let warnings: [Warning]
    package let second: Second?

    package init(
        text: String, engine: String, maker: String? = nil, pivots: [String], warnings: [Warning], second: Second? = nil
    ) {
        self.text = text
        self.engine = engine
        self.maker = maker ?? engine
        self.pivots = pivots
        self.warnings = warnings
        self.second = second
    }
}

extension StoredTranslation {
    init(_ translation: Translation, maker: String? = nil) {
        self.init(
            text: translation.text, engine: translation.engine, maker: maker,
            pivots: translation.pivots.map(\.description),
            warnings: translation.warnings.map(Warning.init), second: translation.second.map(Second.init))
    }

    /// Nil where this version cannot show all of it: a line must not lose a warning by being kept.
    var translation: Translation? {
        let tags = pivots.compactMap(LanguageTag.init)
        let warnings = self.warnings.compactMap(\.warning)
        guard tags.count == pivots.count, warnings.count == self.warnings.count else { return nil }
        let second = self.second?.reading
        guard (second == nil) == (self.second == nil) else { return nil }
        return Translation(text: text, engine: engine, pivots: tags, warnings: warnings, second: second)
    }
}

extension StoredTranslation.Second {
    init(_ second: SecondReading) {
        self.init(
            way: second.way.rawValue, text: second.text, language: second.language.description, engine: second.engine,
            difference: second.difference.map(StoredTranslation.Warning.init))
    }

    var reading: SecondReading? {
        guard let way = SecondReading.Way(rawValue: way), let language = LanguageTag(language) else { return nil }
        let warning = difference?.warning
        guard (warning == nil) == (difference == nil) else { return nil }
        return SecondReading(way: way, text: text, language: language, engine: engine, difference: warning)
    }
}

extension StoredTranslation.Warning {
    init(_ warning: TranslationWarning) {
        self.init(kind: warning.kind.rawValue, words: warning.words, counterparts: warning.counterparts)
    }

    var warning: TranslationWarning? {
        TranslationWarning.Kind(rawValue: kind).map {
            TranslationWarning(kind: $0, words: words, counterparts: counterparts)
        }
    }
}
