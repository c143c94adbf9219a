import Foundation
import SabirProtocol
import SabirTranslation
import SabirCore

/// All texts to review in a language: phrases, the checks' words, warnings, and the texts of the page and the terminal.
package struct ReviewTexts: Sendable {
    private let folder: String?
    private let documents: [TMXDocument]

    /// Reads the phrasebooks; leaves out an unreadable one, as the node does.
    ///
    /// - Parameter folder: the program's data folder; nil if it was not found.
    package init(folder: String?, phrasebooks: [String]) {
        self.folder = folder
        documents = phrasebooks.compactMap { path in try? TMXDocument.read(file: path).document }
    }

    /// Languages with a file of their own, and the languages of the phrasebooks.
    package var languages: [LanguageTag] {
        let warned = folder.map { FileSystem.names(in: $0 + "/warnings") } ?? []
        let own = warned.filter { $0.hasSuffix(".json") }.compactMap { LanguageTag(String($0.dropLast(5))) }
        return Set(own + documents.flatMap(\.units).flatMap(\.languages)).sorted { $0.description < $1.description }
    }

    /// The most safety-relevant sections first. Empty if there is nothing in this language.
    package func sections(in language: LanguageTag) -> [ReviewSection] {
        let all = [warnings(language)] + phrases(language) + cues(language) + page(language)
        return all.filter { !$0.entries.isEmpty }
    }

    // MARK: Set sentences

    private func phrases(_ language: LanguageTag) -> [ReviewSection] {
        let units = TMXDocument(merging: documents).units
        return Self.grouped(units) { $0.situation ?? "other" }.map { situation, units in
            ReviewSection(.phrases, situation, units.flatMap { Self.entries(of: $0, in: language) })
        }
    }

    /// One entry for each of the unit's sentences in that language, in order.
    static func entries(of unit: PhraseUnit, in language: LanguageTag) -> [ReviewEntry] {
        let others = unit.segments.filter { $0.language != language }
        let reference = (others.first { $0.language.primary == "en" } ?? others.first)?.text
        let name = unit.id ?? ReviewEntry.digest(unit.segments.map(\.text))
        return unit.segments(in: language).enumerated().map { number, segment in
            let form = segment.plural.map { " (\($0))" } ?? ""
            return ReviewEntry(
                id: "phrases/\(name)\(number > 0 ? "/\(number + 1)" : "")", text: segment.text + form,
                reference: reference, reviewer: unit.reviewer(of: segment))
        }
    }

    // MARK: Files of the program

    private func warnings(_ language: LanguageTag) -> ReviewSection {
        ReviewSection(.warnings, "all", sentences("warnings", "warnings/all", language))
    }

    /// Catalogues of the page and the terminal, grouped by their keys; a catalogue of a separate page is one group.
    private func page(_ language: LanguageTag) -> [ReviewSection] {
        let root = "web/catalogues"
        func group(_ entry: ReviewEntry) -> String {
            String(entry.id.drop { $0 != "/" }.dropFirst().prefix { $0 != "." })
        }
        let own = Self.grouped(sentences(root, "page", language), by: group)
        let terminal = Self.grouped(sentences("interface", "terminal", language)) { "terminal " + group($0) }
        let folders = ["setup", "phone", "review"].map { ($0, sentences("\(root)/\($0)", "page/\($0)", language)) }
        return (own + folders + terminal).map { ReviewSection(.page, $0, $1) }
    }

    private func sentences(_ place: String, _ id: String, _ language: LanguageTag) -> [ReviewEntry] {
        let own = Self.forms(object(place, language))
        let english = language.primary == "en" ? [:] : Self.forms(object(place, .english))
        return own.sorted { $0.key < $1.key }.map { key, text in
            // A plural form that English lacks should say what the general form says.
            let whole = key.range(of: "#").map { String(key[..<$0.lowerBound]) + "#other" }
            return ReviewEntry(id: "\(id)/\(key)", text: text, reference: english[key] ?? whole.flatMap { english[$0] })
        }
    }

    /// Sentences by key; plural forms as `key#few`.
    private static func forms(_ object: [String: Any]) -> [String: String] {
        var forms: [String: String] = [:]
        for (key, value) in object {
            if let text = value as? String { forms[key] = text }
            for (form, text) in value as? [String: String] ?? [:] { forms["\(key)#\(form)"] = text }
        }
        return forms
    }

    /// Keys that hold no words to review.
    private static let settings: Set<String> = [
        "language", "advice-language", "script", "decimal", "foreignLetters", "relatives", "monthSigns",
    ]

    /// Each list of words as a section; units have a list for each unit. The English words beside them are examples of
    /// the meaning.
    private func cues(_ language: LanguageTag) -> [ReviewSection] {
        let (own, english) = (words(language), words(.english))
        return own.filter { !Self.settings.contains($0.key) }.sorted { $0.key < $1.key }.map { key, value in
            let examples = language.primary == "en" ? [:] : Self.lists(english[key])
            let entries = Self.lists(value).sorted { $0.key < $1.key }.map { name, words in
                ReviewEntry(
                    id: name.isEmpty ? "cues/\(key)" : "cues/\(key)/\(name)", text: words, reference: examples[name],
                    isMeant: false)
            }
            return ReviewSection(.cues, key, entries)
        }
    }

    /// The words used by checks, topics and advice.
    private func words(_ language: LanguageTag) -> [String: Any] {
        var words = object("languages", language)
        let topics = object("topics", language)
        if !topics.isEmpty { words["topics"] = topics }
        for (key, value) in object("languages/advice", language) { words["advice-\(key)"] = value }
        return words
    }

    private static func lists(_ value: Any?) -> [String: String] {
        switch value {
        case let words as [String]: words.isEmpty ? [:] : ["": words.joined(separator: ", ")]
        case let groups as [[String]]: ["": groups.map { $0.joined(separator: " / ") }.joined(separator: ", ")]
        case let named as [String: [String]]: named.mapValues { $0.joined(separator: ", ") }
        case let numbers as [String: Double]: numbers.isEmpty ? [:] : ["": text(of: numbers)]
        default: [:]
        }
    }

    private static func text(of numbers: [String: Double]) -> String {
        numbers.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .map { "\($0.key) = \($0.value.formatted(.number.locale(Locale(identifier: "en_US"))))" }
            .joined(separator: ", ")
    }

    private func object(_ place: String, _ language: LanguageTag) -> [String: Any] {
        guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(place)/\(language).json") else {
            return [:]
        }
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }

    /// Groups the values by name; the groups are in the order of their first values.
    private static func grouped<Value>(_ values: [Value], by name: (Value) -> String) -> [(String, [Value])] {
        var (places, groups): ([String: Int], [(String, [Value])]) = ([:], [])
        for value in values {
            let name = name(value)
            if let place = places[name] {
                groups[place].1.append(value)
            } else {
                places[name] = groups.count
                groups.append((name, [value]))
            }
        }
        return groups
    }
}
