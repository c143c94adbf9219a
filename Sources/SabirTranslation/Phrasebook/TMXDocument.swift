import Foundation
import SabirProtocol

/// A translation memory in TMX 1.4b (LISA/GALA, "TMX 1.4b Specification").
///
/// Unknown attributes, properties and notes are kept and written again. Inline markup is not: `<hi>` and `<sub>` are
/// replaced by their text, and `<bpt> <ept> <it> <ph> <ut>`, which hold another program's codes, are dropped unless
/// they hold a slot (`<ph>{n}</ph>`).
package struct TMXDocument: Sendable, Equatable {
    /// A document with the problems because of which parts of its file were left out.
    package typealias Reading = (document: TMXDocument, problems: [ExchangeFileProblem])

    /// Most units of one file.
    package static let maximumUnits = 50_000
    /// The longest sentence in Unicode scalars; longer ones are not set phrases.
    static let maximumSentence = 1_000

    /// Attributes of `<header>`, initially those that TMX requires.
    var headerAttributes = [
        "creationtool": "sabir", "creationtoolversion": "1", "segtype": "sentence", "o-tmf": "sabir",
        "adminlang": "en", "srclang": "*all*", "datatype": "plaintext",
    ]
    package var properties: [PhraseProperty] = []
    package var notes: [String] = []
    package var units: [PhraseUnit] = []

    package init(units: [PhraseUnit] = []) {
        self.units = units
    }
}

extension TMXDocument {
    /// The file in UTF-8, one element on each line, attributes in alphabetical order. Equal units give equal bytes.
    package var text: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<tmx version="1.4">"#,
        ]
        lines += Self.header(headerAttributes, properties, notes)
        lines.append("  <body>")
        for unit in units { lines += Self.lines(of: unit) }
        lines += ["  </body>", "</tmx>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func header(
        _ attributes: [String: String], _ properties: [PhraseProperty], _ notes: [String]
    ) -> [String] {
        let inner = children(properties, notes, indent: "    ")
        let opening = "  <header\(spoken(attributes))"
        return inner.isEmpty ? [opening + "/>"] : [opening + ">"] + inner + ["  </header>"]
    }

    private static func lines(of unit: PhraseUnit) -> [String] {
        var lines = ["    <tu\(spoken(unit.attributes))>"]
        lines += children(unit.properties, unit.notes, indent: "      ")
        for segment in unit.segments {
            var attributes = segment.attributes
            attributes["xml:lang"] = segment.language.description
            let inner = children(segment.properties, segment.notes, indent: "")
            let seg = "<seg>\(segment.text.escapedForMarkup)</seg>"
            lines.append("      <tuv\(spoken(attributes))>\(inner.joined())\(seg)</tuv>")
        }
        lines.append("    </tu>")
        return lines
    }

    private static func children(_ properties: [PhraseProperty], _ notes: [String], indent: String) -> [String] {
        notes.map { "\(indent)<note>\($0.escapedForMarkup)</note>" }
            + properties.map { property in
                var attributes = property.attributes
                attributes["type"] = property.type
                return "\(indent)<prop\(spoken(attributes))>\(property.text.escapedForMarkup)</prop>"
            }
    }

    private static func spoken(_ attributes: [String: String]) -> String {
        attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value.escapedForMarkup)\"" }.joined()
    }
}

extension TMXDocument {
    /// Reads a file of at most 16 MiB. Throws if the file is not TMX; unusable units and segments are left out and
    /// reported as problems.
    package static func read(_ data: Data) throws(ExchangeFileProblem) -> Reading {
        let root = try MarkupReader.read(data)
        guard root.localName == "tmx" else {
            let message = "This is no TMX file: its first element is <\(root.name.prefix(40))>."
            throw ExchangeFileProblem(line: root.line, message: message)
        }
        guard let version = root.attributes["version"], version.hasPrefix("1.") else {
            throw ExchangeFileProblem(line: root.line, message: "<tmx> needs version=\"1.4\".")
        }
        guard let body = root.elements("body").first else {
            throw ExchangeFileProblem(line: root.line, message: "The <body> is missing.")
        }
        var reader = TMXReader()
        var document = TMXDocument()
        if let header = root.elements("header").first { reader.header(header, into: &document) }
        try reader.units(of: body, into: &document)
        return (document, reader.problems)
    }

    /// Reads a file; every problem names it.
    package static func read(file: String) throws(ExchangeFileProblem) -> Reading {
        try ExchangeFile.contents(of: file) { data throws(ExchangeFileProblem) in try read(data) }
    }
}

/// Converts elements to units and collects problems.
private struct TMXReader {
    private(set) var problems: [ExchangeFileProblem] = []

    mutating func header(_ header: MarkupElement, into document: inout TMXDocument) {
        document.headerAttributes.merge(header.attributes) { $1 }
        document.properties = Self.properties(of: header)
        document.notes = Self.notes(of: header)
    }

    mutating func units(
        of body: MarkupElement, into document: inout TMXDocument
    ) throws(ExchangeFileProblem) {
        let elements = body.elements("tu")
        guard elements.count <= TMXDocument.maximumUnits else {
            let message = "The file has \(elements.count) units; at most \(TMXDocument.maximumUnits) are taken."
            throw ExchangeFileProblem(line: body.line, message: message)
        }
        document.units = elements.compactMap { unit(of: $0) }
    }

    private mutating func unit(of element: MarkupElement) -> PhraseUnit? {
        var unit = PhraseUnit(
            attributes: element.attributes, properties: Self.properties(of: element), notes: Self.notes(of: element),
            line: element.line)
        for variant in element.elements("tuv") {
            do throws(ExchangeFileProblem) { unit.segments.append(try Self.segment(of: variant)) } catch {
                report(error.message, variant)
            }
        }
        guard !unit.segments.isEmpty else {
            report("This unit has no sentence that can be used, and is left out.", element)
            return nil
        }
        return unit
    }

    private static func segment(of element: MarkupElement) throws(ExchangeFileProblem) -> PhraseSegment {
        let language = try language(of: element)
        guard let text = element.elements("seg").first?.sentence, !text.isEmpty else {
            throw ExchangeFileProblem(message: "The sentence in \(language) is empty.")
        }
        guard text.unicodeScalars.count <= TMXDocument.maximumSentence else {
            throw ExchangeFileProblem(
                message: "The sentence in \(language) has more than \(TMXDocument.maximumSentence) characters.")
        }
        let attributes = element.attributes.filter { $0.key != "xml:lang" && $0.key != "lang" }
        let segment = PhraseSegment(
            language: language, text: text, attributes: attributes, properties: properties(of: element),
            notes: notes(of: element), line: element.line)
        // Throws if the slots or the plural are not well formed.
        _ = try PhraseTemplate(segment)
        return segment
    }

    private static func language(of element: MarkupElement) throws(ExchangeFileProblem) -> LanguageTag {
        guard let name = element.languageName else {
            throw ExchangeFileProblem(message: "<tuv> needs xml:lang, the language of its sentence.")
        }
        // Older tools write `EN_US`.
        guard let language = LanguageTag(name.replacing("_", with: "-")) else {
            throw ExchangeFileProblem(
                message: "\"\(name.prefix(40))\" is no language tag (BCP 47), such as \"es\" or \"pt-BR\".")
        }
        return language
    }

    private mutating func report(_ message: String, _ element: MarkupElement) {
        problems.append(ExchangeFileProblem(line: element.line, message: message))
    }

    private static func properties(of element: MarkupElement) -> [PhraseProperty] {
        element.elements("prop").map { prop in
            let others = prop.attributes.filter { $0.key != "type" }
            return PhraseProperty(type: prop.attributes["type"] ?? "", text: prop.text, attributes: others)
        }
    }

    private static func notes(of element: MarkupElement) -> [String] { element.elements("note").map(\.text) }
}

extension MarkupElement {
    /// The text of a `<seg>` (TMX 1.4b, "Content Markup").
    fileprivate var sentence: String { words.collapsed.composed }

    private var words: String { text(\.inlineWords) }

    private var inlineWords: String {
        guard ["bpt", "ept", "it", "ph", "ut"].contains(String(localName)) else { return words }
        if text.wholeMatch(of: #/\s*\{[a-z]+[0-9]?\}\s*/#) != nil { return text.collapsed }
        return elements("sub").map(\.words).joined(separator: " ")
    }
}

extension String {
    /// The text in Unicode's normalization form C (UAX #15).
    var composed: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}
