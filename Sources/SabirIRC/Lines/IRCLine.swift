/// One line of the protocol without its line end (RFC 2812 §2.3.1; tags: IRCv3 "Message Tags").
package struct IRCLine: Sendable, Hashable {
    /// The limit of RFC 2812 for a command's parameters.
    static let maximumParameters = 15

    /// Unescaped values by tag; "" for a tag without a value.
    package var tags: [String: String] = [:]
    package var source: String?
    /// A word in capitals, or three digits.
    package var command: String
    /// Only the last parameter may contain spaces, be empty, or begin with ":".
    package var parameters: [String]

    package init(tags: [String: String] = [:], source: String? = nil, _ command: String, _ parameters: [String]) {
        self.tags = tags
        self.source = source
        self.command = command
        self.parameters = parameters
    }

    /// Parses a line; nil if it has no command: an empty line, a source alone, or a command that is not a word.
    package init?(parsing text: String) {
        var rest = text.utf8[...]
        tags = Self.prefix(of: &rest, UInt8(ascii: "@")).map(IRCTags.read) ?? [:]
        source = Self.prefix(of: &rest, UInt8(ascii: ":"))
        guard let word = Self.word(of: &rest), word.unicodeScalars.allSatisfy(Self.isAlphanumeric) else { return nil }
        command = word.uppercased()
        parameters = Self.parameters(of: &rest)
    }

    /// The parameter at `index`; nil where it is missing or empty.
    package func parameter(_ index: Int) -> String? {
        index < parameters.count && !parameters[index].isEmpty ? parameters[index] : nil
    }

    // MARK: Reading

    private static func prefix(of rest: inout Substring.UTF8View, _ mark: UInt8) -> String? {
        guard rest.first == mark else { return nil }
        rest = rest.dropFirst()
        let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
        defer { rest = rest[end...].drop { $0 == UInt8(ascii: " ") } }
        return String(Substring(rest[..<end]))
    }

    private static func word(of rest: inout Substring.UTF8View) -> String? {
        rest = rest.drop { $0 == UInt8(ascii: " ") }
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(Substring(rest[..<end]))
    }

    private static func parameters(of rest: inout Substring.UTF8View) -> [String] {
        var found: [String] = []
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            if rest.first == UInt8(ascii: ":") { return found + [String(Substring(rest.dropFirst()))] }
            // The fifteenth parameter takes the rest of the line without a colon.
            if found.count == maximumParameters - 1, !rest.isEmpty { return found + [String(Substring(rest))] }
            guard let word = word(of: &rest) else { return found }
            found.append(word)
        }
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    // MARK: Writing

    /// The line with its end, at most 512 bytes after the tags: a last parameter that is too long is cut and ends in
    /// "…". Characters that would begin another line or parameter become a space or `_`.
    package var text: String {
        var text = source.map { ":\($0) " } ?? ""
        text += command
        for parameter in parameters.dropLast() { text += " " + Self.word(parameter) }
        if let last = parameters.last { text += Self.trailing(last, room: LineDecoder.maximumRest - text.utf8.count) }
        return (tags.isEmpty ? "" : "@" + IRCTags.written(tags) + " ") + text + "\r\n"
    }

    /// A parameter that is not the last one, cut to 128 bytes.
    private static func word(_ text: String) -> String {
        guard !text.isEmpty else { return "*" }
        let line = onOneLine(TextPieces.cut(text, bytes: 128)[0])
        let word = line.utf8.contains(0x20) ? line.split(separator: " ").joined(separator: "_") : line
        return word.isEmpty ? "*" : word.hasPrefix(":") ? "_" + word : word
    }

    /// - Parameter room: How many bytes the parameter and the line's end may take.
    private static func trailing(_ text: String, room: Int) -> String {
        let line = onOneLine(text)
        let needsColon = line.isEmpty || line.hasPrefix(":") || line.utf8.contains(0x20)
        let space = needsColon ? " :" : " "
        let left = room - 2 - space.utf8.count
        return space + (line.utf8.count <= left ? line : TextPieces.cut(line, bytes: left - 3)[0] + "…")
    }

    private static func onOneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else { return text }
        return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D || $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }
}
