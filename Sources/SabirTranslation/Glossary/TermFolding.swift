/// Folds scalars for terms: letter case, accents and vowel signs do not count.
///
/// Computed once, because Foundation's folding takes a microsecond for each word, and a line of chat has twenty.
struct TermFolding: Sendable {
    static let shared = TermFolding()

    /// Covers all alphabets. Scalars above have neither case nor accents, except full-width forms.
    private static let count: UInt32 = 0x3000

    /// The folded forms; 0 for scalars that are left out.
    private let forms: [UInt32]

    private init() {
        let table = CharacterTable.shared
        forms = (0..<Self.count).map { value in
            guard let scalar = Unicode.Scalar(value) else { return value }
            let seen = table.fold(scalar)
            if seen == 0 { return 0 }
            return table.isWord(seen) ? Self.form(scalar) : value
        }
    }

    func folded(_ scalar: Unicode.Scalar) -> UInt32? {
        let form = scalar.value < Self.count ? forms[Int(scalar.value)] : Self.form(scalar)
        return form == 0 ? nil : form
    }

    /// Whether a scalar continues a word. Invisible signs belong to the word around them.
    func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        let table = CharacterTable.shared
        let form = table.fold(scalar)
        return form == 0 || table.isWord(form)
    }

    func isUnspaced(_ scalar: Unicode.Scalar) -> Bool { isUnspaced(scalar.value) }

    /// Whether the letter belongs to a script without spaces: Chinese, Japanese, Thai or the like.
    func isUnspaced(_ value: UInt32) -> Bool {
        switch value {
        case ..<0x0E00: false
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
        case 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func form(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.value < 0x80 { return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value }
        if scalar.value >= 0x3400, scalar.value < 0xFB00 { return scalar.value }
        // A lone mark folds only behind a letter: nothing but "a" is left of it.
        let folded = "a\(Character(scalar))".folded.unicodeScalars.dropFirst()
        guard folded.count <= 1 else { return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? 0 }
        return folded.first?.value ?? 0
    }
}
