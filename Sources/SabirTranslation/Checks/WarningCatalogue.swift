import Foundation
import SabirProtocol

/// The sentences that explain warnings, in the reader's language.
///
/// Sentences contain `{source}` and `{translation}` for the affected words, or neither.
package struct WarningCatalogue: Sendable {
    typealias Sentences = [TranslationWarning.Kind: String]

    private let languages: [String: Sentences]

    /// Built-in sentences, which also replace those of languages without a file.
    package static let english = WarningCatalogue(languages: [:])

    private init(languages: [String: Sentences]) {
        self.languages = languages.merging(["en": Self.englishSentences]) { file, _ in file }
    }

    /// Loads a JSON object for each language, `share/warnings/<language>.json`, from kind to sentence.
    package static func load(from folder: String) throws(LanguageDataError) -> WarningCatalogue {
        var languages: [String: Sentences] = [:]
        for path in try StrictJSON.files(in: folder) {
            let name = path.split(separator: "/").last.map { String($0.dropLast(".json".count)) } ?? path
            languages[name] = try sentences(path)
        }
        return WarningCatalogue(languages: languages)
    }

    /// Replaces the sentences that ask for confirmation by the house's own.
    package func confirming(_ texts: [LanguageTag: String]) -> WarningCatalogue {
        var languages = languages
        for (language, text) in texts { languages[language.catalogueNames[0], default: [:]][.confirm] = text }
        return WarningCatalogue(languages: languages)
    }

    package func sentence(for warning: TranslationWarning, in language: LanguageTag) -> String {
        let own = language.catalogueNames.lazy.compactMap { languages[$0]?[warning.kind] }.first
        // Words keep their own direction: otherwise "50 mg" would read "mg 50" in an Arabic sentence.
        let isIsolated =
            own != nil && Locale.Language(identifier: language.description).characterDirection == .rightToLeft
        return (own ?? Self.sentence(warning.kind)).fillingSlots { slot in
            let words = slot == "source" ? warning.words : warning.counterparts
            return words.isEmpty ? "–" : words.map { isIsolated ? Self.isolated($0) : $0 }.joined(separator: ", ")
        }
    }

    private static func sentence(_ kind: TranslationWarning.Kind) -> String { englishSentences[kind] ?? kind.rawValue }

    /// Isolates the word's direction, whatever control characters it contains (UAX #9: FSI and PDI).
    private static func isolated(_ word: String) -> String {
        let bare = word.unicodeScalars.filter {
            !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
        }
        return "\u{2068}\(String(String.UnicodeScalarView(bare)))\u{2069}"
    }

    private static func sentences(_ path: String) throws(LanguageDataError) -> Sentences {
        var sentences: Sentences = [:]
        for (key, sentence) in try StrictJSON.decode([String: String].self, at: path) {
            guard let kind = TranslationWarning.Kind(rawValue: key) else {
                throw .wrong(path, "no such warning as '\(key)'")
            }
            let named = names(in: sentence)
            guard named == names(in: self.sentence(kind)) else {
                throw .wrong(path, "the sentence for '\(key)' must name \(names(in: self.sentence(kind)).sorted())")
            }
            sentences[kind] = sentence
        }
        if let kind = TranslationWarning.Kind.allCases.first(where: { sentences[$0] == nil }) {
            throw .wrong(path, "the sentence for '\(kind.rawValue)' is missing")
        }
        return sentences
    }

    private static func names(in sentence: String) -> Set<String> {
        Set(
            sentence.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
                String($0.prefix { $0 != "}" })
            })
    }

    private static let englishSentences: Sentences = [
        .numbers: "The numbers differ: {source} / {translation}. See the original.",
        .units: "The units differ: {source} / {translation}. See the original.",
        .times: "The times differ: {source} / {translation}. See the original.",
        .dates: "The dates differ: {source} / {translation}. See the original.",
        .percentages: "The percentages differ: {source} / {translation}. See the original.",
        .negation: "A “not” may be missing or added: {source} / {translation}. See the original.",
        .stopCue: "A “stop” may be missing or added: {source} / {translation}. See the original.",
        .obligation: "“Must” and “may” may have been exchanged: {source} / {translation}. See the original.",
        .medicines: "A medicine’s name differs or is missing: {source} / {translation}. See the original.",
        .names: "A name may be another one: {source} / {translation}. See the original.",
        .word: "A word may be another one: {source} / {translation}. See the original.",
        .secondLook: "A second translation does not say the same: {source} / {translation}. See the original.",
        .empty: "The translation is empty. See the original.",
        .echoed: "The text was not translated.",
        .length: "A part may be missing or added. See the original.",
        .omission: "This may be missing: {source}. See the original.",
        .script: "The translation is in the wrong script. See the original.",
        .language: "The translation may be in another language. See the original.",
        .unknownWords: "The engine does not know: {source}.",
        .wordForm: "Some words stand in their basic form: {source}. See the original.",
        .protectionLost: "Names, numbers or addresses may have changed: {source}. See the original.",
        .term: "The agreed term for {source} is {translation}. See the original.",
        .forbiddenTerm: "The term {translation} must not be used for {source}. See the original.",
        .confirm: "A person should confirm this before anybody acts on it.",
    ]
}
