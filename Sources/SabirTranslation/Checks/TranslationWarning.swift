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
        /// "Must" has become "may", or the other way round.
        case obligation
        /// A medicine named on one side is not on the other.
        case medicines
        /// A name has gone, and there is another.
        case names
        /// A word is gone, or has become another of its kind: the chest the back, left right.
        case word
        /// A second reading has other facts than the first: `words` are the original's where the translation was translated
        /// back, else the translation's; `counterparts` the second reading's.
        case secondLook = "second-look"
        case empty
        case echoed
        case length
        /// A part of the original has no counterpart: `words` has it, as it was written.
        case omission
        case script
        /// Its letters and words are rather those of another language than the reader's.
        case language
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
        /// Nothing was found, but the line is about what a person should confirm; see ``Confirmation``.
        case confirm

        /// How much a reader who is misled by it may lose. Where in doubt: could somebody act on the line and come to
        /// harm, without having seen that anything is wrong?
        package var weight: Weight {
            switch self {
            // The line reads well, and says something else.
            case .numbers, .units, .times, .dates, .percentages, .negation, .stopCue, .obligation, .medicines, .names,
                .protectionLost:
                .loud
            // What is missing, nobody sees.
            case .empty, .length, .omission: .loud
            // Somebody of the house has decided that this name must not stand for that thing.
            case .forbiddenTerm: .loud
            // What is wrong can be seen in the line: nobody takes it for what was said.
            case .echoed, .script, .language, .unknownWords: .quiet
            // It says the same, in other or clumsy words.
            case .wordForm, .term: .quiet
            // People say things in other words; who wonders about the line finds here which.
            case .word: .quiet
            case .confirm: .plain
            // Two readings, and no telling which is right: of right everyday lines it doubts three in a hundred.
            case .secondLook: .plain
            }
        }
    }

    /// The raw values are those of `weight` in `--json` and in the page's events.
    package enum Weight: String, Sendable, CaseIterable {
        /// What could harm: shown with the line, before anybody asks.
        case loud
        /// What nothing is wrong with, as far as is known, and a person should look at: shown with the line, without alarm.
        case plain
        /// What is only odd: a mark for whoever wants to know.
        case quiet
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
