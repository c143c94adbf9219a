/// Tells pasted keys from typed ones: the terminal sets marks around a paste (bracketed paste, xterm's DECSET 2004).
///
/// The keys of a paste are text. Its line breaks become `lineBreak`, which no key is bound to, so that whatever libedit
/// is doing it takes them for letters; control characters are left out.
struct PasteMarks {
    /// Stands for a line break in libedit's buffer, where "\n" is the key that enters the line.
    static let lineBreak: Unicode.Scalar = "\u{2028}"
    static let on = "\u{1B}[?2004h"
    static let off = "\u{1B}[?2004l"

    private static let begin = Array("\u{1B}[200~".unicodeScalars)
    private static let end = Array("\u{1B}[201~".unicodeScalars)

    private var isPasting = false
    /// What may become a mark, five scalars at most.
    private var begun: [Unicode.Scalar] = []
    /// Breaks that go in when text follows: those at the end of what was copied are nobody's.
    private var breaks = 0
    private var afterReturn = false

    /// Whether nothing but an Escape waits: the key by itself, or the beginning of what another key sends.
    var hasLoneEscape: Bool { !isPasting && begun == [Self.begin[0]] }

    /// It was the key by itself, which means nothing here: libedit would take the next key for one with Alt.
    mutating func dropLoneEscape() {
        if hasLoneEscape { begun = [] }
    }

    /// The keys for libedit.
    mutating func keys(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var keys: [Unicode.Scalar] = []
        for scalar in scalars { take(scalar, &keys) }
        return keys
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ keys: inout [Unicode.Scalar]) {
        begun.append(scalar)
        let mark = isPasting ? Self.end : Self.begin
        if begun == mark {
            isPasting.toggle()
            (begun, breaks, afterReturn) = ([], 0, false)
        } else if !mark.starts(with: begun) {
            // A mark has its only Escape at its beginning: nothing but the last scalar may begin another.
            let begins = scalar == mark[0]
            for other in begins ? begun.dropLast() : begun[...] { pass(other, &keys) }
            begun = begins ? [scalar] : []
        }
    }

    private mutating func pass(_ scalar: Unicode.Scalar, _ keys: inout [Unicode.Scalar]) {
        guard isPasting else { return keys.append(scalar) }
        defer { afterReturn = scalar == "\r" }
        switch scalar {
        case "\n" where afterReturn: break
        case "\r", "\n", "\u{85}", "\u{2028}", "\u{2029}": breaks = min(breaks + 1, EditorSession.longestLine)
        case _ where scalar.properties.generalCategory == .control && scalar != "\t": break
        default:
            keys += Array(repeating: Self.lineBreak, count: breaks) + [scalar == "\t" ? " " : scalar]
            breaks = 0
        }
    }
}
