/// Reads and writes the tags in front of a line (IRCv3 "Message Tags").
enum IRCTags {
    /// How many of a client's tags are read; the rest is ignored.
    static let maximum = 64

    static func read(_ text: String) -> [String: String] {
        var tags: [String: String] = [:]
        for tag in text.split(separator: ";", maxSplits: maximum).prefix(maximum) {
            let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first, !name.isEmpty else { continue }
            tags[String(name)] = parts.count > 1 ? unescaped(parts[1]) : ""
        }
        return tags
    }

    /// The tags as text, sorted by name.
    static func written(_ tags: [String: String]) -> String {
        tags.sorted { $0.key < $1.key }.map { name, value in
            value.isEmpty ? name : name + "=" + escaped(value)
        }.joined(separator: ";")
    }

    static func escaped(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case ";": text.append(contentsOf: "\\:".unicodeScalars)
            case " ": text.append(contentsOf: "\\s".unicodeScalars)
            case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
            case "\r": text.append(contentsOf: "\\r".unicodeScalars)
            case "\n": text.append(contentsOf: "\\n".unicodeScalars)
            case "\0": break
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    /// The value without escapes. A backslash before any other letter, or at the end, is dropped.
    static func unescaped(_ value: Substring) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value.unicodeScalars {
            guard isEscaped || scalar == "\\" else {
                text.append(scalar)
                continue
            }
            if isEscaped { text.append(escapes[scalar] ?? scalar) }
            isEscaped.toggle()
        }
        return String(text)
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [":": ";", "s": " ", "r": "\r", "n": "\n"]
}
