/// Cuts HTML into tags and the text between them.
struct MarkupScanner {
    enum Token {
        /// A start or end tag as it stands, and its name in lower case.
        case tag(Substring, name: String)
        /// A comment, a declaration, or an element whose content is no prose, as a whole.
        case kept(Substring, name: String)
        case text(Substring)
    }

    /// Their content is not translated.
    private static let raw: Set<String> = ["script", "style", "pre", "code", "textarea"]

    private var rest: Substring

    init(_ html: String) { rest = html[...] }

    /// Throws where the text ends inside of a tag.
    mutating func next() throws(SharingFault) -> Token? {
        guard !rest.isEmpty else { return nil }
        if rest.hasPrefix("<!--") { return .kept(try take(through: "-->"), name: "!") }
        if rest.hasPrefix("<!") || rest.hasPrefix("<?") { return .kept(try take(through: ">"), name: "!") }
        guard let name = tagName(at: rest) else { return .text(takeText()) }
        let isEnd = rest.dropFirst().hasPrefix("/")
        let whole = rest
        let tag = try takeTag()
        guard !isEnd, Self.raw.contains(name), !tag.hasSuffix("/>") else { return .tag(tag, name: name) }
        try skip(pastEndOf: name)
        return .kept(whole[..<rest.startIndex], name: name)
    }

    /// The name of the tag that begins here; nil where `<` is only a sign.
    private func tagName(at text: Substring) -> String? {
        guard text.first == "<" else { return nil }
        let inside = text.dropFirst()
        let name = inside.hasPrefix("/") ? inside.dropFirst() : inside
        guard let first = name.first, first.isASCII, first.isLetter else { return nil }
        return name.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }.lowercased()
    }

    private mutating func takeText() -> Substring {
        let begin = rest
        rest = rest.dropFirst()
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...]
            if tagName(at: rest) != nil || rest.hasPrefix("<!") || rest.hasPrefix("<?") {
                return begin[..<open]
            }
            rest = rest.dropFirst()
        }
        rest = rest[rest.endIndex...]
        return begin
    }

    /// To the `>` that is not inside of quotes.
    private mutating func takeTag() throws(SharingFault) -> Substring {
        let begin = rest
        var quote: Character?
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                return begin[..<rest.startIndex]
            }
        }
        throw .invalid("Invalid request: the text ends inside of a tag")
    }

    private mutating func take(through end: String) throws(SharingFault) -> Substring {
        guard let found = rest.firstRange(of: end) else {
            throw .invalid("Invalid request: the text ends inside of a tag")
        }
        defer { rest = rest[found.upperBound...] }
        return rest[..<found.upperBound]
    }

    private mutating func skip(pastEndOf name: String) throws(SharingFault) {
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...]
            if rest.dropFirst().hasPrefix("/"), tagName(at: rest) == name {
                _ = try takeTag()
                return
            }
            rest = rest.dropFirst()
        }
        throw .invalid("Invalid request: the element \(name) has no end")
    }
}
