/// An element of a TMX or TBX file with all that is in it.
struct MarkupElement: Sendable, Equatable {
    enum Child: Sendable, Equatable {
        case element(MarkupElement)
        case text(String)
    }

    /// As written, a namespace's prefix included.
    var name: String
    var attributes: [String: String] = [:]
    /// Where its tag ends, counted from one.
    var line = 1
    var children: [Child] = []

    /// The name without a namespace's prefix.
    var localName: Substring { name.split(separator: ":").last ?? "" }

    var elements: [MarkupElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    func elements(_ names: String...) -> [MarkupElement] {
        elements.filter { element in names.contains { element.localName == $0 } }
    }

    /// All text in it and below, as it stands.
    var text: String {
        children.map { child in
            switch child {
            case .element(let element): element.text
            case .text(let text): text
            }
        }.joined()
    }

    /// BCP 47 tag as TMX 1.4b and TBX spell the attribute; `lang` is that of TMX 1.1.
    var languageName: String? { attributes["xml:lang"] ?? attributes["lang"] }

    /// This element and all below it by those names, in the order of the file.
    func descendants(_ names: Set<String>) -> [MarkupElement] {
        names.contains(String(localName)) ? [self] : elements.flatMap { $0.descendants(names) }
    }
}

extension String {
    /// White space at both ends gone, runs of it one space: how indented XML is meant.
    var collapsed: String { split { $0.isWhitespace }.joined(separator: " ") }

    /// For text and for attributes in double quotes; what XML 1.0 (§2.2) cannot hold is left out.
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
