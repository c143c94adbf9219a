import SabirProtocol

/// A warning about a translation for its reader.
package struct TranslationWarning: Sendable, Hashable {
    /// The raw values are the names in `--json` and the catalogue's keys.
    package enum Kind: String, Sendable, CaseIterable {
        case numbers
        case units
        case times
        case dates
        case percentages
        /// A negation on one side lacks a counterpart on the other.
        case negation
        /// A word for stopping or withholding something lacks a counterpart.
        case stopCue = "stop-cue"
        /// "Must" has become "may", or the reverse.
        case obligation
        /// A medicine named on only one side.
        case medicines
        /// A name is gone, and another has appeared.
        case names
        /// A word is gone, or has become another of its kind: the chest the back, left right.
        case word
        /// A second reading differs in facts from the first. `words` come from the original if the translation was
        /// translated back, otherwise from the translation; `counterparts` come from the second reading.
        case secondLook = "second-look"
        case empty
        case echoed
        case length
        /// A part of the original lacks a counterpart; `words` holds the part as written.
        case omission
        case script
        /// The text looks like another language than the reader's.
        case language
        /// The engine left words unchanged because it does not know them.
        case unknownWords = "unknown-words"
        /// The engine left words in their base form because it could not inflect them.
        case wordForm = "word-form"
        /// A protected piece did not pass the engine unharmed, so the text was translated without protection.
        case protectionLost = "protection-lost"
        /// The translation lacks the glossary's name for something in the original; `counterparts` holds the name.
        case term
        /// The translation uses a name that the glossary forbids; `counterparts` holds it.
        case forbiddenTerm = "forbidden-term"
        /// The checks found nothing, but a person should confirm this topic; see ``Confirmation``.
        case confirm

        /// How much harm an unnoticed error may do. If in doubt, ask: could somebody act on the line and come to harm
        /// without seeing that anything is wrong?
        package var weight: Weight {
            switch self {
            // The line reads well but says something else.
            case .numbers, .units, .times, .dates, .percentages, .negation, .stopCue, .obligation, .medicines, .names,
                .protectionLost:
                .loud
            // Nobody can see what is missing.
            case .empty, .length, .omission: .loud
            // Somebody in the house decided that this name must not be used.
            case .forbiddenTerm: .loud
            // The error is visible in the line, so nobody takes it for what was said.
            case .echoed, .script, .language, .unknownWords: .quiet
            // The meaning is the same, in other or clumsy words.
            case .wordForm, .term: .quiet
            // People phrase things differently; a reader who wonders can look up which word.
            case .word: .quiet
            case .confirm: .plain
            // Two readings differ, and neither is known to be right; three in a hundred correct everyday lines are
            // doubted.
            case .secondLook: .plain
            }
        }
    }

    /// The raw values are those of `weight` in `--json` and in the page's events.
    package enum Weight: String, Sendable, CaseIterable {
        /// May harm: shown with the line without being asked for.
        case loud
        /// Not known to be wrong, but a person should check: shown with the line, without alarm.
        case plain
        /// Merely odd: a mark for readers who want to know.
        case quiet
    }

    package var kind: Kind
    /// The affected words of the original, in order; of the translation, for `unknownWords` and `wordForm`.
    package var words: [String]
    /// The corresponding words of the translation; empty if there are none.
    package var counterparts: [String]

    package init(kind: Kind, words: [String] = [], counterparts: [String] = []) {
        self.kind = kind
        self.words = words
        self.counterparts = counterparts
    }

    /// The warning with its words cleaned, because they may come from an engine.
    var cleaned: TranslationWarning {
        TranslationWarning(
            kind: kind, words: words.map(WireText.cleanMessage), counterparts: counterparts.map(WireText.cleanMessage))
    }

    /// The most words in a warning that reports an engine's own marks.
    static let maximumWords = 20

    /// A warning of this kind, or nothing if there are no words.
    static func list(_ kind: Kind, _ words: [String]) -> [TranslationWarning] {
        words.isEmpty ? [] : [TranslationWarning(kind: kind, words: words)]
    }

    /// Merges the warnings of one text's pieces: one warning for each kind of engine mark, with each word once.
    static func merged(_ warnings: [TranslationWarning]) -> [TranslationWarning] {
        let marks: [Kind] = [.unknownWords, .wordForm]
        let words = marks.flatMap { kind in
            list(kind, Array(warnings.filter { $0.kind == kind }.flatMap(\.words).eachOnce.prefix(maximumWords)))
        }
        return words + warnings.filter { !marks.contains($0.kind) }.eachOnce
    }
}
