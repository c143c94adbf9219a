/// How a piece of a line is set apart. Colour is never the only sign: the words say it too.
package enum Style: Sendable, Hashable {
    /// A sender's name, in a colour that stays the same for one member id.
    case sender(memberID: String)
    /// A message as it was written, shown above its translation.
    case original
    /// The text that the reader reads, in the terminal's own colour.
    case translation
    case warning
    /// A sentence of the program: joined, left, help.
    case notice

    /// Parameters of the SGR sequence (ECMA-48 8.3.117), nil for the terminal's own looks.
    var parameters: String? {
        switch self {
        case .sender(let memberID): "1;38;5;\(SenderPalette.colour(of: memberID))"
        case .original: "2"
        case .translation: nil
        case .warning: "1;38;5;166"
        case .notice: "3;38;5;66"
        }
    }
}

/// Colours for names out of xterm's 256, each with a contrast of at least 3.6 to 1 on black and on white, so that they
/// can be read on either background (WCAG 2.2 asks for 3 to 1 of bold text).
enum SenderPalette {
    static let colours: [UInt8] = [27, 28, 30, 32, 61, 64, 94, 98, 100, 130, 132, 160, 161, 164]

    /// Stable across runs and machines, which Swift's own hashing is not: FNV-1a (RFC 9923) over the id's UTF-8.
    static func colour(of memberID: String) -> UInt8 {
        let hash = memberID.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return colours[Int((hash ^ (hash >> 16)) % UInt32(colours.count))]
    }
}

/// A piece of safe text (see `SafeText`) and how it is shown.
package struct Span: Sendable, Hashable {
    package var text: String
    package var style: Style?

    package init(_ text: String, _ style: Style? = nil) {
        self.text = text
        self.style = style
    }
}

/// Turns spans into output: with colours if the output allows them, with isolates around right-to-left text if it is a
/// terminal, otherwise as bare words.
package struct Painter: Sendable, Hashable {
    package var colours: Bool
    package var isolates: Bool

    package static let plain = Painter(colours: false, isolates: false)

    /// Paints one row. Each span is closed before the next, so that a row that scrolls away leaves nothing switched on.
    package func paint(_ row: [Span]) -> String {
        row.map(paint).joined()
    }

    private func paint(_ span: Span) -> String {
        let text = isolates ? SafeText.isolated(span.text) : span.text
        guard colours, let parameters = span.style?.parameters, !text.isEmpty else { return text }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
