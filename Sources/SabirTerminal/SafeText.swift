/// Makes text from the network harmless to a terminal: nothing in it can move the cursor, ring, recolour, set the
/// clipboard, reorder what stands beside it, or pass for a line that somebody else wrote.
///
/// What is taken out is shown where it had a meaning of its own (a control character, a line break), and dropped
/// where it is invisible (Unicode's Default_Ignorable_Code_Point). The rules, by Unicode category:
/// - C0 controls become their control pictures (ESC `␛`), DEL `␡`, C1 controls, private use, unassigned and
///   noncharacters U+FFFD, a tab one space. Without ESC and U+009B no escape sequence can begin (ECMA-48 5.4).
/// - Every line break (LF, CR, CR LF, VT, FF, NEL, U+2028, U+2029) becomes ` ⏎ `: a message is one line.
/// - Bidirectional embeddings, overrides and isolates go: they open a scope that could outlive the text, or close the
///   isolate that we put around it. Text in one direction with names or numbers in the other reads the same without
///   them (UAX #9). The marks U+200E, U+200F and U+061C stay in messages: they act on their neighbours only, and
///   Hebrew and Arabic punctuation needs them. In names they go, since they make two names look alike.
/// - ZWJ and ZWNJ stay between two visible characters: Persian, Indic scripts and emoji are misspelt without them.
///   Variation selectors stay; tags stay as part of a flag (U+1F3F4, tags, U+E007F), where they are visible.
/// - Of combining marks that stack, eight stay on one base; a mark without a base gets a dotted circle to sit on.
package enum SafeText {
    /// Stacking marks left on one base: Hebrew with cantillation needs four, Tibetan seven.
    package static let marksPerBase = 8

    /// A message: one line, its breaks shown as `⏎`. Longer than the input by at most a factor of three in scalars.
    package static func line(_ text: String) -> String {
        var cleaner = SafeTextCleaner(isName: false)
        return cleaner.clean(text)
    }

    /// A text of several lines, each as `line`.
    package static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
    }

    /// A name of a person or a room: as `line`, without direction marks, its breaks made spaces and its white space
    /// trimmed and folded, cut to `columns` columns with `…`. An empty one becomes `?`, so that it can be seen.
    package static func name(_ text: String, columns: Int = 32) -> String {
        var cleaner = SafeTextCleaner(isName: true)
        let words = cleaner.clean(text).split { $0.isWhitespace }.joined(separator: " ")
        return words.isEmpty ? "?" : cut(words, columns: columns)
    }

    /// `text` between U+2068 and U+2069 where it has right-to-left letters, so that they reorder among themselves and
    /// leave the rest of the line alone; text without any is returned as it is. Only for safe text, and only for a
    /// terminal: in a file or a pipe the two characters would be noise in the words themselves.
    package static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
    }

    static func cut(_ text: String, columns: Int) -> String {
        guard displayWidth(of: text) > columns else { return text }
        var kept = ""
        var width = 1
        for character in text {
            width += displayWidth(of: String(character))
            if width > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Right-to-left letters, digits and marks by the blocks that UAX #9 reserves for them (DerivedBidiClass.txt).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF, 0x200F: true
        default: false
        }
    }

    /// Format characters that are seen: the Arabic, Syriac and Kaithi signs that enclose the number after them.
    static func isVisibleFormat(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
        default: false
        }
    }
}
