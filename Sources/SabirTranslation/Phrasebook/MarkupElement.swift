/// An element of a TMX or TBX file with its content.
struct MarkupElement: Sendable, Equatable {
    enum Child: Sendable, Equatable {
        case element(MarkupElement)
        case text(String)
    }

    /// The name as written, with any namespace prefix.
    var name: String
    var attributes: [String: String] = [:]
    /// The line where the start tag ends, counted from one.
    var line = 1
    var children: [Child] = []

    /// The name without a namespace prefix.
    var localName: Substring { name.split(separator: ":").last ?? "" }

    var elements: [MarkupElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    func elements(_ names: String...) -> [MarkupElement] {
        elements.filter { element in names.contains { element.localName == $0 } }
    }

    /// All text of the element and its descendants, unchanged.
    var text: String { text(\.text) }

    /// The element's text, with `words` for each element in it.
    func text(_ words: (MarkupElement) -> String) -> String {
        children.map { child in
            switch child {
            case .element(let element): words(element)
            case .text(let text): text
            }
        }.joined()
    }

    /// The BCP 47 tag. TMX 1.4b and TBX spell the attribute `xml:lang`, TMX 1.1 `lang`.
    var languageName: String? { attributes["xml:lang"] ?? attributes["lang"] }

    /// This element and its descendants with one of the names, in document order.
    func descendants(_ names: Set<String>) -> [MarkupElement] {
        names.contains(String(localName)) ? [self] : elements.flatMap { $0.descendants(names) }
    }
}

extension String {
    /// Trims white space and collapses runs of it to one space, as indented XML is meant to be read.
    var collapsed: String { split { $0.isWhitespace }.joined(separator: " ") }

    /// Escaped for text and double-quoted attributes. Drops characters that XML 1.0 (§2.2) forbids.
    var escapedForMarkup: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
