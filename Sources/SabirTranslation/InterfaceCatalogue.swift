import Foundation
import Logging
import SabirCore
import SabirProtocol

/// Sabir's own sentences in the reader's language: a JSON object for each language, such as `share/interface/es.json`,
/// from key to sentence with slots such as `{name}`. A language is parsed again when first used.
package struct InterfaceCatalogue: Sendable {
    private typealias Sentences = [String: String]

    private let languages: [String: OnDemand<Sentences>]

    /// Without files, every sentence is its key.
    package static let none = InterfaceCatalogue(languages: [:])

    private init(languages: [String: OnDemand<Sentences>]) { self.languages = languages }

    /// Loads `interface/` of the data folder. A faulty file is reported to the log, and its language falls back to
    /// English.
    package static func load(from dataFolder: String?, logger: Logger) -> InterfaceCatalogue {
        guard let folder = dataFolder.map({ $0 + "/interface" }) else { return .none }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        if names.isEmpty { logger.warning("There are no sentences in \(folder): the interface shows keys instead.") }
        var languages: [String: OnDemand<Sentences>] = [:]
        for name in names where name.hasSuffix(".json") {
            let path = folder + "/" + name
            guard sentences(path) != nil else {
                logger.warning("\(path) is not a JSON object of sentences; English is shown in place of its language.")
                continue
            }
            languages[String(name.dropLast(".json".count))] = OnDemand { sentences(path) ?? [:] }
        }
        return InterfaceCatalogue(languages: languages)
    }

    private static func sentences(_ path: String) -> Sentences? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Sentences.self, from: $0) }
    }

    /// The sentence in `language`, else in English, with its slots filled.
    package func sentence(_ key: String, in language: LanguageTag, _ values: [String: String] = [:]) -> String {
        (found(key, in: language) ?? key).fillingSlots { values[$0] }
    }

    /// A sentence of an error or event in the reader's language: by its name, else by its code's. If the catalogues
    /// know neither, the other side's own English sentence stays, because only that explains an unknown code. A named
    /// sentence is most exact in its English original, which English readers get.
    package func sentence(_ sentence: Sentence, code: ErrorCode? = nil, in language: LanguageTag) -> String {
        if sentence.name != nil, language.primary == "en" { return sentence.english }
        let own = named(sentence.name, sentence.values, language) ?? named(code?.rawValue, [:], language)
        guard let own else { return sentence.english }
        return ([own] + sentence.further.map { self.sentence($0, in: language) }).joined(separator: " ")
    }

    package func sentence(_ fault: WireFault, in language: LanguageTag) -> String {
        sentence(fault.sentence, code: fault.code, in: language)
    }

    /// The sentence of this name with its values; nil if there is none, or one of its values is missing.
    private func named(_ name: String?, _ values: [String: String], _ language: LanguageTag) -> String? {
        guard let name else { return nil }
        let key = "chat.refused." + name
        guard let sentence = found(key, in: language) else { return nil }
        var isWhole = true
        let text = sentence.fillingSlots { slot in
            isWhole = isWhole && values[slot] != nil
            return values[slot]
        }
        return isWhole ? text : nil
    }

    private func found(_ key: String, in language: LanguageTag) -> String? {
        language.catalogueNames.lazy.compactMap { languages[$0]?.value[key] }.first ?? languages["en"]?.value[key]
    }
}

extension String {
    /// Fills all slots (`{name}`) in one pass, so that braces in a value are not filled in turn.
    func fillingSlots(_ value: (String) -> String?) -> String {
        var text = ""
        var rest = self[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            text += rest[..<open]
            text += value(name) ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
