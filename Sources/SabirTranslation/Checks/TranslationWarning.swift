import SabirProtocol

/// Something about a translation that its reader should know.
package struct TranslationWarning: Sendable, Hashable {
    /// The raw values are the names in `--json` and the keys of the catalogue.
    package enum Kind: String, Sendable, CaseIterable {
        case numbers
        case units
        case times
        case dates
        case percentages
        /// A negation on one side has no counterpart on the other.
        case negation
        /// The same of a word that says to stop or withhold something.
        case stopCue = "stop-cue"
        case empty
        case echoed
        case length
        case script
        /// The engine left words as they were, as it does not know them.
        case unknownWords = "unknown-words"
        /// The engine left words in their base form, as it could not make the one that the sentence needs.
        case wordForm = "word-form"
        /// What should have passed the engine unharmed did not, so the text was translated without protection.
        case protectionLost = "protection-lost"
        /// The glossary's name for something in the original is not in the translation; `counterparts` has that name.
        case term
        /// A name that the glossary forbids is in the translation; `counterparts` has it.
        case forbiddenTerm = "forbidden-term"
    }

    package var kind: Kind
    /// The words of the original concerned (of the answer, for `unknownWords` and `wordForm`), in order.
    package var words: [String]
    /// The words of the translation that stand against them; empty where there are none.
    package var counterparts: [String]

    package init(kind: Kind, words: [String] = [], counterparts: [String] = []) {
        self.kind = kind
        self.words = words
        self.counterparts = counterparts
    }

    /// Its words may be the engine's.
    var cleaned: TranslationWarning {
        TranslationWarning(
            kind: kind, words: words.map(WireText.cleanMessage), counterparts: counterparts.map(WireText.cleanMessage))
    }

    /// Words that a warning of the engine's own names at most.
    static let maximumWords = 20

    /// None where there are no words.
    static func list(_ kind: Kind, _ words: [String]) -> [TranslationWarning] {
        words.isEmpty ? [] : [TranslationWarning(kind: kind, words: words)]
    }

    /// Those of the pieces of one text: one of each kind of marks, with each word once.
    static func merged(_ warnings: [TranslationWarning]) -> [TranslationWarning] {
        let marks: [Kind] = [.unknownWords, .wordForm]
        let words = marks.flatMap { kind in
            var seen: Set<String> = []
            let words = warnings.filter { $0.kind == kind }.flatMap(\.words).filter { seen.insert($0).inserted }
            return list(kind, Array(words.prefix(maximumWords)))
        }
        var others: [TranslationWarning] = []
        for warning in warnings where !marks.contains(warning.kind) && !others.contains(warning) {
            others.append(warning)
        }
        return words + others
    }

    /// A plain sentence in English.
    package var text: String { WarningCatalogue.english.sentence(for: self) }
}
