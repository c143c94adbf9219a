import Foundation
import SabirCore
import SabirProtocol

/// A set sentence suggested to someone who is writing.
package struct PhraseSuggestion: Sendable, Equatable {
    /// The sentence with its slots as stored, `{n}`.
    package var text: String
    package var language: LanguageTag
    /// The unit's `tuid`.
    package var unit: String?
    package var situation: String?
    /// Languages in which the sentence can be read, each once, including its own.
    package var languages: [LanguageTag]
    /// Those of `languages` in which somebody has reviewed the sentence.
    package var reviewed: [LanguageTag]
    /// Names of the slots, such as `n`, each once, in the order of `text`.
    package var slots: [String]
    /// The stored sentence in the requested language, with its slots; nil if none was requested or exists.
    package var reading: String?
    /// Whether somebody reviewed `text` and `reading` in all their plural forms; then the translation is shown as
    /// `verified`, otherwise as `phrasebook`. False without a reading.
    package var isVerified: Bool

    /// `tuid` or, for a unit without one, a hash of the sentence: the same in every process.
    package var id: String {
        if let unit { return unit }
        var hash = FNV1a()
        hash.add(text)
        return hash.digits
    }
}

extension Phrasebook {
    /// Sentences that match the typed text, the best first: those that begin with it, those that contain all its words
    /// (the last may be incomplete), those that contain it, those whose situation begins with it. Letter case, accents
    /// and vowel signs do not count. An empty text lists the book.
    ///
    /// - Parameters:
    ///   - situation: only these sentences; see `PhraseUnit.situation`.
    ///   - reader: the language of `reading`.
    package func suggest(
        _ typed: String, in language: LanguageTag, to reader: LanguageTag? = nil, situation: String? = nil, limit: Int
    ) -> [PhraseSuggestion] {
        guard limit > 0 else { return [] }
        let query = typed.folded
        let (writer, reader) = (Reader(language), reader.map(Reader.init))
        var ranked: [[PhraseSuggestion]] = Array(repeating: [], count: SuggestionRank.allCases.count)
        for phrase in phrases(in: situation) {
            guard let form = phrase.form(for: writer),
                let rank = SuggestionRank(of: form.text.folded, in: phrase.unit.situation, for: query)
            else { continue }
            if ranked[rank.rawValue].count < limit { ranked[rank.rawValue].append(phrase.suggestion(form, reader)) }
        }
        return Array(ranked.joined().prefix(limit))
    }

    /// Sentences of a situation, or all if none is named, in the file's order.
    ///
    /// - Parameter reader: the language of `reading`.
    package func browse(
        situation: String?, language: LanguageTag, to reader: LanguageTag? = nil, limit: Int = Phrasebook.maximumUnits
    ) -> [PhraseSuggestion] {
        let (writer, reader) = (Reader(language), reader.map(Reader.init))
        return Array(
            phrases(in: situation).lazy.compactMap { phrase in
                phrase.form(for: writer).map { phrase.suggestion($0, reader) }
            }.prefix(max(limit, 0)))
    }

    private func phrases(in situation: String?) -> [Phrase] {
        guard let situation = situation.map(PhraseUnit.situationName) else { return phrases }
        return phrases.filter { $0.unit.situation == situation }
    }

    /// Whether any unit has sentences in both languages.
    package func covers(_ one: LanguageTag, _ other: LanguageTag) -> Bool {
        units.contains { unit in
            unit.languages.contains { $0.reads(one) } && unit.languages.contains { $0.reads(other) }
        }
    }

    /// The most situations listed; sentences of further ones are found only by their words.
    static let maximumSituations = 40

    /// Each situation once with its number of units, in order of first use; at most `maximumSituations`.
    package var situations: [(name: String, count: Int)] { Self.counted(phrases) }

    /// Situations with a sentence in `language`.
    package func situations(in language: LanguageTag) -> [String] {
        let reader = Reader(language)
        return Self.counted(phrases.filter { $0.form(for: reader) != nil }).map(\.name)
    }

    private static func counted(_ phrases: [Phrase]) -> [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        var names: [String] = []
        for name in phrases.compactMap(\.unit.situation) {
            if counts[name] == nil { names.append(name) }
            counts[name, default: 0] += 1
        }
        return names.prefix(maximumSituations).map { ($0, counts[$0] ?? 0) }
    }
}

/// Who writes or reads a sentence.
private struct Reader {
    let language: LanguageTag
    /// `LanguageTag.readingKey`, computed once because it takes longer than finding the sentence.
    let key: String

    init(_ language: LanguageTag) { (self.language, key) = (language, language.readingKey) }
}

extension Phrasebook.Phrase {
    /// The form shown to a reader: of plural variants the one for CLDR's `other`, or else the last.
    fileprivate func form(for reader: Reader) -> Phrasebook.Form? {
        let exact = forms.filter { $0.language == reader.language }
        let readable = exact.isEmpty ? forms.filter { $0.readingKey == reader.key } : exact
        return readable.first(where: \.isGeneral) ?? readable.last
    }

    fileprivate func suggestion(_ form: Phrasebook.Form, _ reader: Reader?) -> PhraseSuggestion {
        let reviewed = unit.languages.filter { language in
            unit.segments(in: language).allSatisfy { unit.reviewer(of: $0) != nil }
        }
        let reading = reader.flatMap { self.form(for: $0) }
        return PhraseSuggestion(
            text: form.text, language: form.language, unit: unit.id, situation: unit.situation,
            languages: unit.languages, reviewed: reviewed, slots: form.template.slots.map(\.name).eachOnce,
            reading: reading?.text,
            isVerified: reading.map { reviewed.contains($0.language) && reviewed.contains(form.language) } ?? false)
    }
}

extension Phrasebook.Form {
    fileprivate var isGeneral: Bool {
        template.slots.allSatisfy { $0.isTime || template.condition.accepts(.other, for: $0.name) }
    }
}

/// How well a sentence matches; the raw value sorts.
private enum SuggestionRank: Int, CaseIterable {
    case beginning, allWords, inside, situation

    /// All parameters except `situation` are folded.
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
    /// The text as it is searched: without case, accents, vowel signs and repeated spaces.
    var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).collapsed
    }

    fileprivate var phraseWords: [Substring] { split { !$0.isLetter && !$0.isNumber } }

    fileprivate var trimmedToWords: Substring { drop { !$0.isLetter && !$0.isNumber } }
}
