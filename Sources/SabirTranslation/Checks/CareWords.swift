import Foundation
import SabirCore
import SabirProtocol

/// Words of care ("must", consent, allergy, body) that mark a line in which an error may harm.
/// `share/languages/care/words.json` holds all languages.
struct CareWords: Sendable {
    private var cues: [String: PhraseTrie<Bool>] = [:]

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
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let file = try StrictJSON.decode(File.self, from: StrictJSON.bytes(of: path), at: path)
        return OnDemand { CareWords(file) }
    }

    private init(_ file: File) {
        for (language, phrases) in file.cues {
            for phrase in phrases { cues[language, default: PhraseTrie()].add(phrase, isEmpty: true) { _ in } }
        }
    }

    /// Whether the line contains a word of care in `language`. A phrase must begin at the start of a word; in scripts
    /// without spaces, anywhere.
    func occur(in line: CheckedLine, of language: LanguageTag) -> Bool {
        guard let own = cues[String(language.primary)] else { return false }
        let (text, table) = (line.text, CharacterTable.shared)
        var index = 0
        while index < text.count {
            guard table.isLetter(text.at(index)) else {
                index += 1
                continue
            }
            let runsOn = text.at(index) >= 0x3000
            if own.longest(in: text, at: index, runsOn: runsOn) != nil { return true }
            index = runsOn ? index + 1 : max(text.lettersEnd(index), index + 1)
        }
        return false
    }
}
