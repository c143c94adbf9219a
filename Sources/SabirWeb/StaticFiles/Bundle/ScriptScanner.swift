/// Reads a script token by token. Of JavaScript it only knows where strings, templates, regular expressions and
/// comments end, so that an `import` in one of them is not taken for one.
struct ScriptScanner {
    struct Token {
        enum Kind: Equatable {
            /// A name, a keyword or a number.
            case word
            /// A string, a regular expression, or the end of a template.
            case text
            /// A template up to `${`.
            case opening
            case sign(UInt8)
        }

        let kind: Kind
        let range: Range<Int>
        /// How many brackets are open around the token.
        let depth: Int

        func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
    }

    let source: SourceText
    private(set) var previous: Token?
    private var position = 0
    private var depth = 0
    /// The depths at which a template continues after a `}`.
    private var templates: [Int] = []

    init(_ source: SourceText) { self.source = source }

    /// The next token; nil at the end.
    mutating func next() throws(WebError) -> Token? {
        try skipSpaceAndComments()
        guard position < source.bytes.count else {
            guard depth == 0, templates.isEmpty else {
                throw source.fault(at: position, "A bracket or a template is not closed.")
            }
            return nil
        }
        let start = position
        let token = try read(source.bytes[start], from: start)
        previous = token
        return token
    }

    private mutating func read(_ byte: UInt8, from start: Int) throws(WebError) -> Token {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            try skip(to: byte, "A string does not end on its line.")
            return token(.text, from: start)
        case UInt8(ascii: "`"):
            position += 1
            return token(try template(from: start), from: start, depth: templates.last ?? depth)
        case UInt8(ascii: "/") where mayBeExpression:
            try skipExpression()
            return token(.text, from: start)
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            position += 1
            depth += 1
            return token(.sign(byte), from: start, depth: depth - 1)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            position += 1
            depth -= 1
            guard depth >= 0 else { throw source.fault(at: start, "A bracket is closed that was not opened.") }
            guard byte == UInt8(ascii: "}"), templates.last == depth else { return token(.sign(byte), from: start) }
            templates.removeLast()
            return token(try template(from: start), from: start, depth: templates.last ?? depth)
        case _ where Self.isOfWord(byte):
            while position < source.bytes.count, Self.isOfWord(source.bytes[position]) { position += 1 }
            return token(.word, from: start)
        default:
            position += 1
            return token(.sign(byte), from: start)
        }
    }

    private func token(_ kind: Token.Kind, from start: Int, depth: Int? = nil) -> Token {
        Token(kind: kind, range: start..<position, depth: depth ?? self.depth)
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    // MARK: What is passed over

    private mutating func skipSpaceAndComments() throws(WebError) {
        let bytes = source.bytes
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/"):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "*"):
                let start = position
                position += 2
                while position + 1 < bytes.count,
                    bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
                {
                    position += 1
                }
                position += 2
                guard position <= bytes.count else { throw source.fault(at: start, "A comment is not closed.") }
            default: return
            }
        }
    }

    /// Skips a string whose opening quote is at the position.
    private mutating func skip(to quote: UInt8, _ fault: String) throws(WebError) {
        let start = position
        position += 1
        while position < source.bytes.count, source.bytes[position] != quote {
            guard source.bytes[position] != UInt8(ascii: "\n") else { throw source.fault(at: start, fault) }
            position += source.bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
        guard position <= source.bytes.count else { throw source.fault(at: start, fault) }
    }

    /// Reads a template up to its end or the next `${`.
    private mutating func template(from start: Int) throws(WebError) -> Token.Kind {
        let bytes = source.bytes
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "`"):
                position += 1
                return .text
            case UInt8(ascii: "$") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "{"):
                position += 2
                templates.append(depth)
                depth += 1
                return .opening
            default: position += 1
            }
        }
        throw source.fault(at: start, "A template is not closed.")
    }

    /// Whether a slash begins a regular expression: if no value that could be divided comes before it. After a bracket
    /// it counts as a division; a regular expression there ends at the line's end at the latest, where it is refused.
    private var mayBeExpression: Bool {
        guard let previous else { return true }
        switch previous.kind {
        case .opening: return true
        case .text: return false
        case .word: return Self.wordsBeforeExpressions.contains(source.text(previous.range))
        case .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: "]")), .sign(UInt8(ascii: "}")): return false
        case .sign(let sign) where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
            // After `n++`, a slash divides.
            return previous.range.lowerBound == 0 || source.bytes[previous.range.lowerBound - 1] != sign
        case .sign: return true
        }
    }

    private static let wordsBeforeExpressions: Set<String> = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield",
        "instanceof", "default",
    ]

    private mutating func skipExpression() throws(WebError) {
        let start = position
        let bytes = source.bytes
        var isInClass = false
        position += 1
        while position < bytes.count, isInClass || bytes[position] != UInt8(ascii: "/") {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                throw source.fault(at: start, "A regular expression, or a division, does not end on its line.")
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            default: break
            }
            position += 1
        }
        position += 1
        guard position <= bytes.count else { throw source.fault(at: start, "A regular expression is not closed.") }
        while position < bytes.count, Self.isOfWord(bytes[position]) { position += 1 }
    }
}
