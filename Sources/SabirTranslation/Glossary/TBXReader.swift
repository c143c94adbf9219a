import Foundation
import SabirProtocol

extension Glossary {
    /// Concepts with the problems because of which parts of their file were left out.
    package typealias Reading = (concepts: [GlossaryConcept], problems: [ExchangeFileProblem])

    /// Reads a file of at most 16 MiB: TBX-Basic (ISO 30042) of 2008 (`martif`) or 2019 (`tbx`, DCA or DCT style), or
    /// CSV, told apart by the first character. Parts that cannot be used are left out and reported as problems.
    package static func read(_ data: Data) throws(ExchangeFileProblem) -> Reading {
        let start = try ExchangeFile.text(data).unicodeScalars.first { !$0.properties.isWhitespace }
        guard start == "<" else { return try read(CSVTable(parsing: ExchangeFile.text(data))) }
        var reader = try TBXReader(MarkupReader.read(data))
        return (reader.concepts(), reader.problems)
    }

    /// Reads files in the given order, later ones winning. Unreadable files are left out and reported as problems.
    package static func load(_ files: [String]) -> (glossary: Glossary, problems: [ExchangeFileProblem]) {
        let (concepts, problems) = ExchangeFile.contents(of: files) { data throws(ExchangeFileProblem) in
            try read(data)
        }
        return (Glossary(concepts.flatMap(\.self)), problems)
    }
}

/// Reads terms from TBX-Basic. A concept is kept untranslated if its entry, language or term has a note or description
/// of type `x-doNotTranslate` with value `yes`, because TBX-Basic has no category for that.
struct TBXReader {
    private(set) var problems: [ExchangeFileProblem] = []
    private let root: MarkupElement

    init(_ root: MarkupElement) throws(ExchangeFileProblem) {
        guard root.localName == "martif" || root.localName == "tbx" else {
            let message = "This is no TBX file: its first element is <\(root.name.prefix(40))>."
            throw ExchangeFileProblem(line: root.line, message: message)
        }
        self.root = root
    }

    mutating func concepts() -> [GlossaryConcept] {
        let entries = root.descendants(["termEntry", "conceptEntry"])
        if entries.isEmpty { report("There is no <termEntry> and no <conceptEntry> in it.", root) }
        if entries.count > Glossary.maximumConcepts {
            report("Concepts after the first \(Glossary.maximumConcepts) are left out.", root)
        }
        return entries.prefix(Glossary.maximumConcepts).enumerated().compactMap { concept(of: $1, $0) }
    }

    private mutating func concept(of entry: MarkupElement, _ number: Int) -> GlossaryConcept? {
        var concept = GlossaryConcept(id: entry.attributes["id"] ?? "line-\(entry.line)-\(number + 1)")
        concept.line = entry.line
        concept.isKept = entry.isKept
        for section in entry.elements("langSet", "langSec") {
            guard let name = section.languageName, let language = LanguageTag(name) else {
                report("<\(section.name)> needs xml:lang, a language tag such as \"es\".", section)
                continue
            }
            concept.terms += section.descendants(["tig", "ntig", "termSec"]).compactMap { term(of: $0, language) }
        }
        if concept.terms.isEmpty { report("This concept has no term that can be used, and is left out.", entry) }
        return concept.terms.isEmpty ? nil : concept
    }

    private mutating func term(of section: MarkupElement, _ language: LanguageTag) -> GlossaryTerm? {
        guard let text = section.descendants(["term"]).first?.text.collapsed.composed, TermWords(text) != nil else {
            report("The term in \(language) is empty.", section)
            return nil
        }
        return GlossaryTerm(text, in: language, section.status)
    }

    private mutating func report(_ message: String, _ element: MarkupElement) {
        problems.append(ExchangeFileProblem(line: element.line, message: message))
    }
}

extension MarkupElement {
    fileprivate var isKept: Bool {
        descendants(["termNote", "descrip", "note", "admin"]).contains { note in
            note.attributes["type"] == "x-doNotTranslate" && ["yes", "true"].contains(note.text.collapsed.lowercased())
        }
    }

    /// TBX-Basic's `administrativeStatus`: an attribute in DCA style, an element in DCT style. A term without a status
    /// is admitted.
    fileprivate var status: GlossaryTerm.Status {
        let notes = descendants(["termNote", "administrativeStatus"])
        let note = notes.first {
            $0.localName == "administrativeStatus" || $0.attributes["type"] == "administrativeStatus"
        }
        return switch note?.text.collapsed {
        case "preferredTerm-admn-sts", "preferredTerm": .preferred
        case "deprecatedTerm-admn-sts", "deprecatedTerm", "supersededTerm-admn-sts", "supersededTerm": .forbidden
        default: .admitted
        }
    }
}
