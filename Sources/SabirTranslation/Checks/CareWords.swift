import SabirCore
import SabirProtocol

/// Words of care ("must", consent, allergy, body) that mark a line in which an error may harm.
/// `share/languages/care/words.json` holds all languages.
struct CareWords: Sendable {
    private let cues: [String: PhraseTrie<Bool>]

    private struct File: Decodable {
        /// Phrases by primary subtag.
        let cues: [String: [String]]

        private enum CodingKeys: String, CodingKey, CaseIterable { case cues }

        init(from decoder: Decoder) throws {
            try AnyKey.refuseUnknown(CodingKeys.self, decoder)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            cues = try values.decode([String: [String]].self, forKey: .cues)
        }
    }

    /// Nil if the file does not exist.
    static func read(_ path: String) throws(LanguageDataError) -> OnDemand<CareWords>? {
        try StrictJSON.decodeIfPresent(File.self, at: path).map { file in OnDemand { CareWords(file) } }
    }

    private init(_ file: File) {
        cues = file.cues.mapValues { phrases in
            phrases.reduce(into: PhraseTrie()) { trie, phrase in trie.add(phrase, isEmpty: true) { _ in } }
        }
    }

    /// Whether the line contains a word of care in `language`.
    func occur(in line: CheckedLine, of language: LanguageTag) -> Bool {
        cues[String(language.primary)]?.occurs(in: line.text) ?? false
    }
}
