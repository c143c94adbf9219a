/// Colours, styles (modern.ircdocs.horse, "Formatting") and CTCP in the texts of clients.
enum Formatting {
    /// The text without formatting. A colour's digits are removed with it: left behind, they would read as written
    /// text.
    static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        var kept = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x03: dropColours(&rest, digits: 2) { ("0"..."9").contains($0) }
            case 0x04: dropColours(&rest, digits: 6) { $0.properties.isASCIIHexDigit }
            case 0x01, 0x02, 0x0F, 0x11, 0x16, 0x1D, 0x1E, 0x1F: break
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }

    /// The command and text of a CTCP message; nil for any other text.
    static func ctcp(_ text: String) -> (command: String, text: String)? {
        guard text.hasPrefix("\u{1}") else { return nil }
        let inner = text.dropFirst().prefix { $0 != "\u{1}" }
        let parts = inner.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? "").uppercased(), parts.count > 1 ? String(parts[1]) : "")
    }

    /// Removes a foreground colour, and the background colour after a comma.
    private static func dropColours(
        _ rest: inout Substring.UnicodeScalarView, digits: Int, where isDigit: (Unicode.Scalar) -> Bool
    ) {
        let foreground = rest.prefix(digits).prefix(while: isDigit)
        guard !foreground.isEmpty else { return }
        rest = rest[foreground.endIndex...]
        guard rest.first == "," else { return }
        let background = rest.dropFirst().prefix(digits).prefix(while: isDigit)
        if !background.isEmpty { rest = rest[background.endIndex...] }
    }
}
