/// Tells pasted keys from typed ones: the terminal sets marks around a paste (bracketed paste, xterm's DECSET 2004).
///
/// The keys of a paste are text. Line breaks become `lineBreak`, which no key is bound to, so that libedit takes them
/// for letters in any of its modes. Control characters are left out.
struct PasteMarks {
    /// Stands for a line break in libedit's buffer, where "\n" is the key that enters the line.
    static let lineBreak: Unicode.Scalar = "\u{2028}"
    static let on = "\u{1B}[?2004h"
    /// A constant in memory, so that a signal handler may write it.
    static let off: StaticString = "\u{1B}[?2004l"

    private static let begin = Array("\u{1B}[200~".unicodeScalars)
    private static let end = Array("\u{1B}[201~".unicodeScalars)

    private var isPasting = false
    /// The possible beginning of a mark, five scalars at most.
    private var begun: [Unicode.Scalar] = []
    /// Line breaks that are added only when text follows: line breaks at the end of the copied text are dropped.
    private var breaks = 0
    private var afterReturn = false

    /// Whether only an Escape waits: the Escape key itself, or the beginning of another key's sequence.
    var hasLoneEscape: Bool { !isPasting && begun == [Self.begin[0]] }

    /// Drops an Escape that proved to be the key itself. The key means nothing here, and libedit would read the next
    /// key as one typed with Alt.
    mutating func dropLoneEscape() {
        if hasLoneEscape { begun = [] }
    }

    mutating func keys(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var keys: [Unicode.Scalar] = []
        for scalar in scalars { process(scalar, &keys) }
        return keys
    }

    private mutating func process(_ scalar: Unicode.Scalar, _ keys: inout [Unicode.Scalar]) {
        begun.append(scalar)
        let mark = isPasting ? Self.end : Self.begin
        if begun == mark {
            isPasting.toggle()
            (begun, breaks, afterReturn) = ([], 0, false)
        } else if !mark.starts(with: begun) {
            // A mark has an Escape only at its beginning, so only the last scalar may begin another mark.
            let begins = scalar == mark[0]
            for other in begins ? begun.dropLast() : begun[...] { append(other, &keys) }
            begun = begins ? [scalar] : []
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ keys: inout [Unicode.Scalar]) {
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
