import SabirCore
import SabirProtocol

/// Words of care ("must", consent, allergy, body) that mark a line in which an error may harm.
/// `share/languages/care/words.json` holds all languages.
struct CareWords: Decodable, Sendable {
    /// The words of care, by primary language subtag.
    private let cues: [String: OnDemand<PhraseTrie<Bool>>]

    private enum CodingKeys: String, CodingKey, CaseIterable { case cues }

    init(from decoder: Decoder) throws {
        try AnyKey.refuseUnknown(CodingKeys.self, decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        cues = try values.decode([String: [String]].self, forKey: .cues)
            .mapValues { phrases in OnDemand { PhraseTrie(phrases) } }
    }

    /// Whether the line contains a word of care in `language`.
    func occur(in line: CheckedLine, of language: LanguageTag) -> Bool {
        cues[String(language.primary)]?.value.occurs(in: line.text) ?? false
    }
}
