/// The class of each scalar of the basic plane, and the folded form in which the checks compare it.
///
/// Computed once from Unicode's properties: asking for them at each letter of each line would cost more than everything
/// else.
struct CharacterTable: Sendable {
    enum Class { case other, letter, space }

    static let shared = CharacterTable()

    private let folded: [UInt16]
    private let classes: [Class]

    private init() {
        folded = (0..<UInt32(0x1_0000)).map { Unicode.Scalar($0).map(Self.fold) ?? 0 }
        classes = folded.map { Unicode.Scalar($0).map(Self.classify) ?? .other }
    }

    /// The form to compare; 0 for scalars that are ignored: bidirectional marks, Arabic vowel signs, soft hyphens, and
    /// the dot below of Devanagari and Bengali, which many writers omit and Unicode encodes in two ways.
    func fold(_ scalar: Unicode.Scalar) -> UInt32 {
        scalar.value < 0x1_0000 ? UInt32(folded[Int(scalar.value)]) : scalar.value
    }

    /// Whether a folded scalar is a letter. Ideographs beyond the basic plane are letters.
    func isLetter(_ value: UInt32) -> Bool {
        value < 0x1_0000
            ? classes[Int(value)] == .letter : Unicode.Scalar(value)?.properties.isAlphabetic ?? false
    }

    func isDigit(_ value: UInt32) -> Bool { value >= 0x30 && value <= 0x39 }

    func isWord(_ value: UInt32) -> Bool { isDigit(value) || isLetter(value) }

    func isSpace(_ value: UInt32) -> Bool { value < 0x1_0000 && classes[Int(value)] == .space }

    private static func classify(_ scalar: Unicode.Scalar) -> Class {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            .letter
        default: scalar.properties.isWhitespace ? .space : .other
        }
    }

    private static func fold(_ scalar: Unicode.Scalar) -> UInt16 {
        if let form = forms[scalar.value] { return form }
        if unseen.contains(where: { $0.contains(scalar.value) }) { return 0 }
        // Full-width forms of ASCII (U+FF01 to U+FF5E).
        if (0xFF01...0xFF5E).contains(scalar.value), let ascii = Unicode.Scalar(scalar.value - 0xFEE0) {
            return fold(ascii)
        }
        let properties = scalar.properties
        if properties.generalCategory == .decimalNumber, let digit = properties.numericValue {
            return UInt16(0x30 + Int(digit))
        }
        let lower = properties.lowercaseMapping.unicodeScalars
        guard lower.count == 1, let first = lower.first else { return UInt16(truncatingIfNeeded: scalar.value) }
        return forms[first.value] ?? UInt16(truncatingIfNeeded: first.value)
    }

    private static let unseen: [ClosedRange<UInt32>] = [
        0xAD...0xAD, 0x640...0x640, 0x64B...0x655, 0x670...0x670, 0x93C...0x93C, 0x9BC...0x9BC, 0x200B...0x200F,
        0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
    ]

    /// Folds letters that people write for one another, and look-alike marks.
    private static let forms: [UInt32: UInt16] = [
        // Apostrophes.
        0x2018: 0x27, 0x2019: 0x27, 0x02BC: 0x27, 0x60: 0x27, 0xB4: 0x27,
        // Spaces that group digits.
        0x202F: 0xA0, 0x2009: 0xA0, 0x2007: 0xA0,
        // Hyphens and the minus sign; other dashes stay as they are.
        0x2010: 0x2D, 0x2011: 0x2D, 0x2212: 0x2D,
        // Alef, yeh, kaf and heh in the forms of Arabic, Persian and Urdu.
        0x0622: 0x0627, 0x0623: 0x0627, 0x0625: 0x0627, 0x0671: 0x0627, 0x0649: 0x06CC, 0x064A: 0x06CC,
        0x0643: 0x06A9, 0x0629: 0x0647, 0x06C0: 0x0647, 0x06C1: 0x0647, 0x06C3: 0x0647,
        // Devanagari and Bengali letters with a dot below, as without it.
        0x0958: 0x0915, 0x0959: 0x0916, 0x095A: 0x0917, 0x095B: 0x091C, 0x095C: 0x0921, 0x095D: 0x0922, 0x095E: 0x092B,
        0x095F: 0x092F, 0x09DC: 0x09A1, 0x09DD: 0x09A2, 0x09DF: 0x09AF,
        // The capital of one Turkish i looks like the capital of the other in other languages.
        0x0130: 0x69, 0x0131: 0x69,
        // Commas, full stops, question marks and percent signs of other scripts.
        0x060C: 0x2C, 0x3001: 0x2C, 0x061B: 0x3B, 0x061F: 0x3F, 0x06D4: 0x2E, 0x3002: 0x2E, 0x0964: 0x2E, 0x066A: 0x25,
        // Yo; the micro sign and mu; ordinal marks written for the degree sign.
        0x0451: 0x0435, 0x0401: 0x0435, 0x03BC: 0xB5,
    ]
}
