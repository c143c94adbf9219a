import Foundation
import SabirWire

/// A sentence offered to someone who writes.
package struct PhraseSuggestion: Sendable, Equatable {
    /// With its slots as they are stored, `{n}`.
    package var text: String
    package var language: LanguageTag
    /// `tuid`.
    package var unit: String?
    package var situation: String?
    /// Languages it can be read in, each once, its own included.
    package var languages: [LanguageTag]
    /// Of those, the ones with a reviewer.
    package var reviewed: [LanguageTag]
}

extension Phrasebook {
    /// Sentences of a language that fit what was typed, the best first: those that begin so, then those with all of
    /// the words (the last one may be half typed), then those whose situation begins so. Letter case, accents and
    /// vowel signs do not count. Nothing typed lists the book.
    package func suggest(_ typed: String, in language: LanguageTag, limit: Int) -> [PhraseSuggestion] {
        guard limit > 0 else { return [] }
        let query = typed.folded
        let key = language.readingKey
        var ranked: [[PhraseSuggestion]] = Array(repeating: [], count: SuggestionRank.allCases.count)
        for phrase in phrases {
            guard let form = phrase.form(for: language, key) else { continue }
            guard let rank = SuggestionRank(of: form.text.folded, in: phrase.unit.situation, for: query) else {
                continue
            }
            if ranked[rank.rawValue].count < limit { ranked[rank.rawValue].append(phrase.suggestion(form)) }
        }
        return Array(ranked.joined().prefix(limit))
    }

    /// All sentences of a situation, in the order of the file.
    package func phrases(for situation: String, in language: LanguageTag) -> [PhraseSuggestion] {
        let key = language.readingKey
        return phrases.filter { $0.unit.situation?.folded == situation.folded }.compactMap { phrase in
            phrase.form(for: language, key).map(phrase.suggestion)
        }
    }

    /// Whether any sentence stands in both languages.
    package func covers(_ one: LanguageTag, _ other: LanguageTag) -> Bool {
        units.contains { unit in
            unit.languages.contains { $0.reads(one) } && unit.languages.contains { $0.reads(other) }
        }
    }

    /// Each once, in order of first use, with its number of units.
    package var situations: [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        var names: [String] = []
        for name in phrases.compactMap(\.unit.situation) {
            if counts[name] == nil { names.append(name) }
            counts[name, default: 0] += 1
        }
        return names.map { ($0, counts[$0] ?? 0) }
    }
}

extension Phrasebook.Phrase {
    /// The form to show for a reader of `key`: of plural variants that of CLDR's `other`, or the last one.
    fileprivate func form(for language: LanguageTag, _ key: String) -> Phrasebook.Form? {
        let exact = forms.filter { $0.language == language }
        let readable = exact.isEmpty ? forms.filter { $0.readingKey == key } : exact
        return readable.first(where: \.isGeneral) ?? readable.last
    }

    fileprivate func suggestion(_ form: Phrasebook.Form) -> PhraseSuggestion {
        let reviewed = unit.languages.filter { language in
            unit.segments(in: language).allSatisfy { unit.reviewer(of: $0) != nil }
        }
        return PhraseSuggestion(
            text: form.text, language: form.language, unit: unit.id, situation: unit.situation,
            languages: unit.languages, reviewed: reviewed)
    }
}

extension Phrasebook.Form {
    fileprivate var isGeneral: Bool {
        template.slots.allSatisfy { $0.kind == .time || template.condition.accepts(.other, for: $0.name) }
    }
}

/// How well a sentence fits; the raw value is the order.
private enum SuggestionRank: Int, CaseIterable {
    case beginning, allWords, inside, situation

    /// - Parameters: all folded but `situation`.
    init?(of sentence: String, in situation: String?, for query: String) {
        let typed = query.phraseWords
        if sentence.trimmedToWords.hasPrefix(query.trimmedToWords) {
            self = .beginning
        } else if !typed.isEmpty, Self.hasAll(typed, sentence.phraseWords) {
            self = .allWords
        } else if query.count > 1 || query.unicodeScalars.first?.properties.isIdeographic == true,
            sentence.contains(query)
        {
            self = .inside
        } else if !query.isEmpty, situation?.folded.hasPrefix(query) == true {
            self = .situation
        } else {
            return nil
        }
    }

    private static func hasAll(_ typed: [Substring], _ words: [Substring]) -> Bool {
        typed.enumerated().allSatisfy { place, word in
            let isLast = place == typed.count - 1
            return words.contains { isLast ? $0.hasPrefix(word) : $0 == word }
        }
    }
}

extension String {
    /// For searching: without case, accents, vowel signs and doubled spaces.
    var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).collapsed
    }

    fileprivate var phraseWords: [Substring] { split { !$0.isLetter && !$0.isNumber } }

    fileprivate var trimmedToWords: Substring { drop { !$0.isLetter && !$0.isNumber } }
}
