import Foundation

/// A word, a number or a punctuation mark of a draft.
struct DraftToken {
    enum Kind {
        case word
        /// Digits, with the signs between them: `500`, `0,5`, `2-3`, `8:30`.
        case number
        case mark
    }

    let kind: Kind
    /// The folded text, for comparing.
    let text: String
    let range: Range<String.Index>

    func isMark(among marks: Set<String>) -> Bool { kind == .mark && marks.contains(text) }
}

/// Splits a text into words, numbers and marks. Apostrophes and hyphens separate words and are not marks. In scripts
/// without spaces, each character is a word. Digits joined to letters ("500mg", "B12", "5-day") are a word.
enum DraftTokens {
    static func tokens(of text: Substring) -> [DraftToken] {
        var tokens: [DraftToken] = []
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if character.isWhitespace {
                index = text.index(after: index)
                continue
            }
            let start = index
            let kind = end(of: &index, in: text)
            if kind == .mark, isWithinWords(start, index, text) { continue }
            tokens.append(DraftToken(kind: kind, text: folded(text[start..<index]), range: start..<index))
        }
        return tokens
    }

    /// Moves `index` past the token that begins there.
    private static func end(of index: inout Substring.Index, in text: Substring) -> DraftToken.Kind {
        let first = text[index]
        let isDigit = isDigit(first)
        guard isDigit || first.isLetter else {
            index = text.index(after: index)
            return .mark
        }
        var isNumber = isDigit
        var last = first
        index = text.index(after: index)
        if !isDigit, isIdeograph(first) { return .word }
        while index < text.endIndex {
            let character = text[index]
            if isIdeograph(character) { break }
            let isJoint = isJoint(at: index, after: last, in: text, isNumber: isNumber)
            guard character.isLetter || Self.isDigit(character) || isJoint else { break }
            if character.isLetter { isNumber = false }
            last = character
            index = text.index(after: index)
        }
        return isNumber ? .number : .word
    }

    private static func isJoint(
        at index: Substring.Index, after last: Character, in text: Substring, isNumber: Bool
    ) -> Bool {
        let joint = text[index]
        let after = text.index(after: index)
        guard after < text.endIndex else { return false }
        if joint == "·" { return text[after].isLetter }
        guard isDigit(last) else { return false }
        // "4-mal"
        if text[after].isLetter { return "-‑".contains(joint) }
        return isNumber && isDigit(text[after]) && ".,:/-–٫٬".contains(joint)
    }

    private static func isWithinWords(_ start: Substring.Index, _ end: Substring.Index, _ text: Substring) -> Bool {
        guard "'’ʼ-‐‑".contains(text[start]), start > text.startIndex, end < text.endIndex else { return false }
        return text[text.index(before: start)].isLetter && text[end].isLetter
    }

    static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }

    static func isIdeograph(_ character: Character) -> Bool {
        (character.unicodeScalars.first?.value ?? 0) >= 0x3400 && character.isLetter
    }

    /// Folds case, drops Arabic vowel signs and invisible characters, and unifies letters that people write for one
    /// another or that have a separately encoded sign.
    static func folded(_ text: some StringProtocol) -> String {
        var text = text.lowercased()
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        if text.unicodeScalars.contains(where: { (0x300...0x36F).contains($0.value) }) {
            text = text.precomposedStringWithCanonicalMapping
        }
        var view = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0307, 0x0640, 0x064B...0x0655, 0x0670, 0x093C, 0x09BC, 0x200B...0x200F, 0x2060, 0xFEFF: continue
            default: view.append(Self.forms[scalar] ?? scalar)
            }
        }
        return String(view)
    }

    private static let forms: [Unicode.Scalar: Unicode.Scalar] = [
        "آ": "ا", "أ": "ا", "إ": "ا", "ٱ": "ا", "ى": "ی", "ي": "ی", "ك": "ک", "ة": "ه", "ۀ": "ه", "ہ": "ه", "ۃ": "ه",
        "ё": "е", "ı": "i",
        // Letters of Devanagari and Bengali with a dot below become those without.
        "\u{958}": "क", "\u{959}": "ख", "\u{95A}": "ग", "\u{95B}": "ज", "\u{95C}": "ड", "\u{95D}": "ढ", "\u{95E}": "फ",
        "\u{9DC}": "ড", "\u{9DD}": "ঢ", "\u{9DF}": "য",
    ]
}
