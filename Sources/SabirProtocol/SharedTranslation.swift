/// How a host shares its engine, told in `welcome`.
package struct SharedTranslation: Hashable, Sendable {
    /// Port of its interface in the manner of LibreTranslate; nil where it has none.
    package let port: Int?
    /// Whether `translate` and `pairs` are answered over the room's own connection.
    package let connection: Bool

    package init(port: Int?, connection: Bool) {
        self.port = port
        self.connection = connection
    }
}

/// Texts that a member asks the host's engine for.
package struct TranslationQuestion: Hashable, Sendable {
    /// Bounds of one question: characters of its id, texts, and Unicode scalars of all texts together.
    package static let maximumID = 64
    package static let maximumTexts = 16
    package static let maximumScalars = 8_000

    /// Of the asker's choosing: the answer carries it.
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

/// What an engine made of a question's texts.
package struct TranslatedTexts: Hashable, Sendable {
    /// One for each text of the question, in order; nil where it was not translated.
    package let texts: [String?]
    /// Which engine did it, by the name its node calls it.
    package let engine: String?
    /// Why some or all were not translated: one plain sentence.
    package let reason: String?
    /// What the host found doubtful in its translations.
    package let warnings: [Warning]

    package init(texts: [String?], engine: String? = nil, reason: String? = nil, warnings: [Warning] = []) {
        self.texts = texts
        self.engine = engine
        self.reason = reason
        self.warnings = warnings
    }

    /// One thing that a reader of a translation should look at twice. The wire knows no kinds: those are the names of
    /// `share/warnings`.
    package struct Warning: Hashable, Sendable {
        package static let mostOfOneText = 8
        static let most = TranslationQuestion.maximumTexts * mostOfOneText
        static let mostWords = 20
        static let longestWord = 64
        static let longestKind = 64

        /// Of the text, in `texts`.
        package let place: Int
        package let kind: String
        package let words: [String]
        package let counterparts: [String]

        /// Beyond the bounds of a packet words are left out and cut.
        package init(place: Int, kind: String, words: [String] = [], counterparts: [String] = []) {
            self.place = place
            self.kind = kind
            self.words = Self.bounded(words)
            self.counterparts = Self.bounded(counterparts)
        }

        private static func bounded(_ words: [String]) -> [String] {
            words.prefix(mostWords).map { word in
                var text = String.UnicodeScalarView()
                text.append(contentsOf: word.unicodeScalars.prefix(longestWord))
                return String(text)
            }
        }
    }

    /// None of `count` texts was translated, and why.
    package static func untranslated(_ count: Int, _ reason: String) -> TranslatedTexts {
        TranslatedTexts(texts: Array(repeating: nil, count: count), reason: reason)
    }
}

/// Which languages an engine translates into which.
package struct TranslationPairs: Hashable, Sendable {
    /// Most pairs told in one packet.
    package static let maximum = 2_000

    package let targets: [LanguageTag: [LanguageTag]]

    /// A language with no target is left out.
    package init(_ targets: [LanguageTag: [LanguageTag]]) { self.targets = targets.filter { !$0.value.isEmpty } }
}
