import Foundation
import FoundationXML

/// Parses an XML file into elements, within bounds and without external content.
///
/// `XMLParser` on Linux reports success for broken files and drops entities it was told not to expand. So its reported
/// errors decide, and declarations are refused before it sees them.
final class MarkupReader: NSObject, XMLParserDelegate {
    static let maximumDepth = 32
    static let maximumElements = 500_000

    private var open: [MarkupElement] = []
    private var root: MarkupElement?
    private var count = 0
    private var problem: ExchangeFileProblem?

    /// Parses a file in UTF-8 or UTF-16, and returns its root element.
    static func read(_ data: Data) throws(ExchangeFileProblem) -> MarkupElement {
        let text = try ExchangeFile.text(data)
        if let first = text.first(where: { !$0.isWhitespace }), first != "<" {
            throw ExchangeFileProblem(
                line: 1,
                message:
                    "This is not XML, as phrasebooks (TMX) and glossaries (TBX) are: it does not begin with \"<\". "
                    + "A table of sentences (CSV) becomes a phrasebook by: sabir phrases import.")
        }
        try refuseDeclarations(text)
        try refuseBareInstructions(text)
        let reader = MarkupReader()
        let parser = XMLParser(data: Data(try withoutDeclaration(text).utf8))
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        _ = parser.parse()
        if let problem = reader.problem { throw problem }
        guard let root = reader.root else { throw ExchangeFileProblem(line: 1, message: "The file has no content.") }
        return root
    }

    /// Refuses declarations. Entities declared in a file can grow a billionfold or fetch other files; attributes
    /// without a value and notations make Foundation's parser for Linux read through a null pointer. Phrasebooks need
    /// none of them.
    private static func refuseDeclarations(_ text: String) throws(ExchangeFileProblem) {
        for found in text.utf8.ranges(of: "<!".utf8) {
            let name = text.utf8[found.upperBound...].prefix(8)
            guard let taken = ["ENTITY", "ATTLIST", "NOTATION", "ELEMENT"].first(where: { name.starts(with: $0.utf8) })
            else { continue }
            let message = "The file declares something of its own (<!\(taken) …>), which is not taken. Take it out."
            throw ExchangeFileProblem(line: text.line(of: found.lowerBound), message: message)
        }
    }

    /// Refuses `<?name?>`, whose missing content Foundation's parser for Linux reads through a null pointer.
    private static func refuseBareInstructions(_ text: String) throws(ExchangeFileProblem) {
        var rest = text.utf8[...]
        while let found = rest.firstRange(of: "<?".utf8) {
            rest = rest[found.upperBound...]
            guard rest.drop(while: { $0 > 0x20 && $0 != UInt8(ascii: "?") }).starts(with: "?>".utf8) else { continue }
            let message = "There is a processing instruction without content (<?…?>), which is not taken. Take it out."
            throw ExchangeFileProblem(line: text.line(of: found.lowerBound), message: message)
        }
    }

    /// Removes the XML declaration, because the text is already decoded to UTF-8. Keeps line ends, for line numbers.
    private static func withoutDeclaration(_ text: String) throws(ExchangeFileProblem) -> String {
        guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return text }
        let declaration = text[..<end.lowerBound].lowercased()
        if let encoding = declaration.firstMatch(of: #/encoding\s*=\s*["']([^"']*)["']/#)?.1,
            !["utf-8", "utf8", "utf-16", "us-ascii", "iso-646"].contains(String(encoding))
        {
            let name = String(encoding.prefix(40))
            throw ExchangeFileProblem(
                line: 1, message: "The encoding \"\(name)\" is not taken. Save the file as UTF-8.")
        }
        let lineEnds = declaration.unicodeScalars.filter { $0 == "\n" }.map(String.init).joined()
        return lineEnds + text[end.upperBound...]
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        count += 1
        guard problem == nil else { return }
        guard open.count < Self.maximumDepth else {
            return stop(parser, "Elements lie in each other more than \(Self.maximumDepth) deep.")
        }
        guard count <= Self.maximumElements else {
            return stop(parser, "The file has more than \(Self.maximumElements) elements. Divide it.")
        }
        open.append(MarkupElement(name: name, attributes: attributes, line: parser.lineNumber))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard problem == nil, let element = open.popLast() else { return }
        if open.isEmpty { root = element } else { append(.element(element)) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { append(.text(text)) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { append(.text(String(decoding: block, as: UTF8.self))) }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard problem == nil else { return }
        let message = Self.words(for: (error as NSError).code)
        problem = ExchangeFileProblem(line: max(parser.lineNumber, 1), message: message)
    }

    private func stop(_ parser: XMLParser, _ message: String) {
        problem = ExchangeFileProblem(line: parser.lineNumber, message: message)
        parser.abortParsing()
    }

    private func append(_ child: MarkupElement.Child) {
        guard problem == nil, !open.isEmpty else { return }
        let last = open.count - 1
        if case .text(let text) = child, case .text(let before)? = open[last].children.last {
            open[last].children[open[last].children.count - 1] = .text(before + text)
        } else {
            open[last].children.append(child)
        }
    }

    /// Explains libxml2's error numbers (`xmlParserErrors` in libxml/xmlerror.h) that common mistakes cause.
    private static func words(for code: Int) -> String {
        switch code {
        case 4, 5: "The file ends too early, or goes on after its end."
        case 9: "There is a character here that XML does not allow."
        case 23: "A \"&\" that begins no entity: write \"&amp;\"."
        case 26, 27: "This entity (&name;) is not known. XML knows &amp; &lt; &gt; &quot; and &apos;."
        case 38, 39, 40: "An attribute's value needs quotes, and cannot hold \"<\"."
        case 42: "An attribute stands there twice."
        case 73, 76, 77: "A tag is not closed, or closed by another name."
        default: "This is not well-formed XML (libxml2 error \(code))."
        }
    }
}

extension String {
    /// The line of an index, counted from one.
    func line(of index: Index) -> Int { utf8[..<index].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) } }
}
