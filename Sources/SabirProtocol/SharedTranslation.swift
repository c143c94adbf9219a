/// How a host shares its engine, told in `welcome`.
package struct SharedTranslation: Hashable, Sendable {
    /// Port of the host's API in the manner of LibreTranslate; nil where it has none.
    package let port: Int?
    /// Whether `translate` and `pairs` are answered over the room's own connection.
    package let connection: Bool

    package init(port: Int?, connection: Bool) {
        self.port = port
        self.connection = connection
    }
}

/// Texts that a member asks the host's engine to translate.
package struct TranslationQuestion: Hashable, Sendable {
    /// Bounds of one question: characters of its id, texts, and Unicode scalars of all texts together.
    static let maximumID = 64
    package static let maximumTexts = 16
    package static let maximumScalars = 8_000

    /// Chosen by the asker; the answer has the same id.
    package let id: String
    package let source: LanguageTag
    package let target: LanguageTag
    /// 1–16 texts, cleaned as messages are.
    package let texts: [String]

    package init(id: String, source: LanguageTag, target: LanguageTag, texts: [String]) {
        self.id = id
        self.source = source
        self.target = target
        self.texts = texts
    }
}

/// An engine's answer to a question.
package struct TranslatedTexts: Hashable, Sendable {
    /// One for each text of the question, in order; nil where it was not translated.
    package let texts: [String?]
    /// The engine's name at its node.
    package let engine: String?
    /// Why some or all were not translated: one plain sentence.
    package let reason: String?
    /// Possible errors that the host found in its translations.
    package let warnings: [Warning]

    package init(texts: [String?], engine: String? = nil, reason: String? = nil, warnings: [Warning] = []) {
        self.texts = texts
        self.engine = engine
        self.reason = reason
        self.warnings = warnings
    }

    /// A point of a translation that its reader should check. The wire does not list the kinds, which are names in
    /// `share/warnings`.
    package struct Warning: Hashable, Sendable {
        package static let mostOfOneText = 8
        static let most = TranslationQuestion.maximumTexts * mostOfOneText
        static let mostWords = 20
        static let longestWord = 64
        static let longestKind = 64

        /// Index of the text in `texts`.
        package let place: Int
        package let kind: String
        package let words: [String]
        package let counterparts: [String]

        /// Words beyond the bounds of a packet are left out and cut.
        package init(place: Int, kind: String, words: [String] = [], counterparts: [String] = []) {
            self.place = place
            self.kind = kind
            self.words = Self.bounded(words)
            self.counterparts = Self.bounded(counterparts)
        }

        private static func bounded(_ words: [String]) -> [String] {
            words.prefix(mostWords).map { String($0.unicodeScalars.prefix(longestWord)) }
        }
    }

    /// The answer where none of `count` texts was translated, with the reason.
    package static func untranslated(_ count: Int, _ reason: String) -> TranslatedTexts {
        TranslatedTexts(texts: Array(repeating: nil, count: count), reason: reason)
    }
}

/// Which languages an engine translates into which.
package struct TranslationPairs: Hashable, Sendable {
    /// Most pairs in one packet.
    package static let maximum = 2_000

    package let targets: [LanguageTag: [LanguageTag]]

    /// Languages without a target are left out.
    package init(_ targets: [LanguageTag: [LanguageTag]]) { self.targets = targets.filter { !$0.value.isEmpty } }
}
