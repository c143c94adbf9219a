import Foundation
import Logging
import SabirWire

/// What Sabir itself says to people, in the reader's language: one JSON object a language, `share/interface/es.json`,
/// from key to sentence. `{name}` and the like are slots.
package struct InterfaceCatalogue: Sendable {
    private typealias Sentences = [String: String]

    private let languages: [String: Sentences]

    /// No files: every sentence is its key.
    package static let none = InterfaceCatalogue(languages: [:])

    private init(languages: [String: Sentences]) { self.languages = languages }

    /// Reads the files of `interface/` in the data folder. One that cannot be read is told to the log and its language falls back to English.
    package static func load(from dataFolder: String?, logger: Logger) -> InterfaceCatalogue {
        guard let folder = dataFolder.map({ $0 + "/interface" }) else { return .none }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        if names.isEmpty { logger.warning("There are no sentences in \(folder): the interface says keys instead.") }
        var languages: [String: Sentences] = [:]
        for name in names where name.hasSuffix(".json") {
            let path = folder + "/" + name
            guard let data = FileManager.default.contents(atPath: path),
                let sentences = try? JSONDecoder().decode(Sentences.self, from: data)
            else {
                logger.warning("\(path) is not a JSON object of sentences; its language is told in English.")
                continue
            }
            languages[String(name.dropLast(".json".count))] = sentences
        }
        return InterfaceCatalogue(languages: languages)
    }

    /// The sentence in that language, else in English, with its slots filled.
    package func sentence(_ key: String, in language: LanguageTag, _ values: [String: String] = [:]) -> String {
        let sentence = languages[String(language.primary)]?[key] ?? languages["en"]?[key] ?? key
        return filled(sentence, values)
    }

    /// Whether there is such a sentence at all, in that language or in English.
    package func has(_ key: String, in language: LanguageTag) -> Bool {
        languages[String(language.primary)]?[key] != nil || languages["en"]?[key] != nil
    }

    /// In one pass, so that a value with braces in it is not filled in turn.
    private func filled(_ sentence: String, _ values: [String: String]) -> String {
        var text = ""
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            text += rest[..<open]
            text += values[name] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
