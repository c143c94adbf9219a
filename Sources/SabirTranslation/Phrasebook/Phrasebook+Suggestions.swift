import Foundation
import SabirCore
import SabirProtocol

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
    /// Names of its slots, `n`, each once, in the order of `text`.
    package var slots: [String]
    /// The stored sentence in the language that was asked for, with its slots; nil where none was asked for or there
    /// is none.
    package var reading: String?
    /// Whether somebody reviewed both `text` and `reading` in all forms they take for different numbers: shown as
    /// `verified`, else as `phrasebook`. False without a reading.
    package var isVerified: Bool

    /// `tuid`, or a name made of the sentence where the unit has none: the same in every process.
    package var id: String {
        if let unit { return unit }
        var hash = FNV1a()
        hash.add(text)
        return hash.digits
    }
}

extension Phrasebook {
    /// Sentences of a language that fit what was typed, the best first: those that begin so, then those with all of
    /// the words (the last one may be half typed), then those whose situation begins so. Letter case, accents and
    /// vowel signs do not count. Nothing typed lists the book.
    ///
    /// - Parameters:
    ///   - situation: only these; see `PhraseUnit.situation`.
    ///   - reader: whose language `reading` is in.
    package func suggest(
        _ typed: String, in language: LanguageTag, to reader: LanguageTag? = nil, situation: String? = nil, limit: Int
    ) -> [PhraseSuggestion] {
        guard limit > 0 else { return [] }
        let query = typed.folded
        let audience = PhraseAudience(writer: language, reader: reader)
        var ranked: [[PhraseSuggestion]] = Array(repeating: [], count: SuggestionRank.allCases.count)
        for phrase in phrases(in: situation) {
            guard let form = phrase.form(for: language, audience.writerKey),
                let rank = SuggestionRank(of: form.text.folded, in: phrase.unit.situation, for: query)
            else { continue }
            if ranked[rank.rawValue].count < limit { ranked[rank.rawValue].append(phrase.suggestion(form, audience)) }
        }
        return Array(ranked.joined().prefix(limit))
    }

    /// Sentences of a situation, in the order of the file; of all where none is named.
    ///
    /// - Parameter reader: whose language `reading` is in.
    package func browse(
        situation: String?, language: LanguageTag, to reader: LanguageTag? = nil, limit: Int = Phrasebook.maximumUnits
    ) -> [PhraseSuggestion] {
        let audience = PhraseAudience(writer: language, reader: reader)
        return Array(
            phrases(in: situation).lazy.compactMap { phrase in
                phrase.form(for: language, audience.writerKey).map { phrase.suggestion($0, audience) }
            }.prefix(max(limit, 0)))
    }

    private func phrases(in situation: String?) -> [Phrase] {
        guard let situation = situation.map(PhraseUnit.situationName) else { return phrases }
        return phrases.filter { $0.unit.situation == situation }
    }

    /// Whether any sentence stands in both languages.
    package func covers(_ one: LanguageTag, _ other: LanguageTag) -> Bool {
        units.contains { unit in
            unit.languages.contains { $0.reads(one) } && unit.languages.contains { $0.reads(other) }
        }
    }

    /// Situations that a book is sorted under; sentences of further ones are found by their words alone.
    package static let maximumSituations = 40

    /// Each once, in order of first use, with its number of units; at most `maximumSituations`.
    package var situations: [(name: String, count: Int)] { Self.counted(phrases) }

    /// Those with a sentence that someone of this language can write.
    package func situations(in language: LanguageTag) -> [String] {
        let key = language.readingKey
        return Self.counted(phrases.filter { $0.form(for: language, key) != nil }).map(\.name)
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

/// Who writes a sentence and, where that is known, who reads it.
private struct PhraseAudience {
    let writer: LanguageTag
    /// `LanguageTag.readingKey`, which costs more to find than the sentence.
    let writerKey: String
    let reader: LanguageTag?
    let readerKey: String?

    init(writer: LanguageTag, reader: LanguageTag?) {
        self.writer = writer
        writerKey = writer.readingKey
        self.reader = reader
        readerKey = reader?.readingKey
    }
}

extension Phrasebook.Phrase {
    /// The form to show for a reader of `key`: of plural variants that of CLDR's `other`, or the last one.
    fileprivate func form(for language: LanguageTag, _ key: String) -> Phrasebook.Form? {
        let exact = forms.filter { $0.language == language }
        let readable = exact.isEmpty ? forms.filter { $0.readingKey == key } : exact
        return readable.first(where: \.isGeneral) ?? readable.last
    }

    fileprivate func suggestion(_ form: Phrasebook.Form, _ audience: PhraseAudience) -> PhraseSuggestion {
        let reviewed = unit.languages.filter { language in
            unit.segments(in: language).allSatisfy { unit.reviewer(of: $0) != nil }
        }
        let reading = reading(audience)
        return PhraseSuggestion(
            text: form.text, language: form.language, unit: unit.id, situation: unit.situation,
            languages: unit.languages, reviewed: reviewed, slots: form.template.slots.map(\.name).eachOnce,
            reading: reading?.text,
            isVerified: reading.map { reviewed.contains($0.language) && reviewed.contains(form.language) } ?? false)
    }

    private func reading(_ audience: PhraseAudience) -> Phrasebook.Form? {
        guard let reader = audience.reader, let key = audience.readerKey else { return nil }
        return form(for: reader, key)
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

extension [String] {
    /// In the order of first use.
    fileprivate var eachOnce: [String] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
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
