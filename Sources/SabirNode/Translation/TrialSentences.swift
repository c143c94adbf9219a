import Foundation
import SabirCore
import SabirProtocol

/// The sentences for engine trials, taken from the phrasebook: numbers and negation, the same ones in the same order in
/// each language (`share/trial/sentences.json`).
package struct TrialSentences: Sendable {
    private let texts: [LanguageTag: [String]]

    package var languages: [LanguageTag] { texts.keys.sorted { $0.description < $1.description } }

    /// Throws a sentence for people if the file is missing or no list of sentences.
    package init(readingFrom dataFolder: String?) throws(NodeError) {
        guard let dataFolder else {
            throw NodeError(description: "The folder \"share\" was not found. Name it in [node] data_directory.")
        }
        let path = dataFolder + "/trial/sentences.json"
        guard let data = FileManager.default.contents(atPath: path),
            let read = try? JSONDecoder().decode([String: [String]].self, from: data)
        else {
            throw NodeError(
                description: "\(path) is missing or is no list of sentences: install Sabir's \"share\" anew.")
        }
        let known = read.compactMap { text, sentences in LanguageTag(text).map { ($0, sentences) } }
        texts = Dictionary(known, uniquingKeysWith: { $1 })
    }

    /// The sentences for readers of this language; empty if there are none.
    package subscript(_ language: LanguageTag) -> [String] {
        texts[language] ?? texts.first { $0.key.reads(language) }?.value ?? []
    }
}
