/// The number of letters of each script in a text, as far as it helps to identify the language.
struct LetterCensus: Sendable, Equatable {
    enum Script: Hashable, Sendable {
        case latin, greek, cyrillic, armenian, hebrew, arabic, indic, thai, georgian, ethiopic, eastAsian, other
    }

    private(set) var counts: [Script: Int] = [:]

    init(_ text: String) {
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            guard let script = Self.script(of: scalar) else { continue }
            counts[script, default: 0] += 1
        }
    }

    var hasOneScript: Bool { counts.count == 1 }

    /// The letters' total weight: a Chinese character or Korean syllable tells as much as two letters of an alphabet.
    var weight: Int { counts.values.reduce(0, +) + (counts[.eastAsian] ?? 0) }

    /// The script of a letter, by its block (Unicode 16, Blocks.txt); nil for letters of no particular script, such as
    /// ª, º and the micro sign.
    private static func script(of scalar: Unicode.Scalar) -> Script? {
        switch scalar.value {
        case 0xAA, 0xB5, 0xBA, 0x2B0...0x2FF: nil
        case 0...0x2AF, 0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFB00...0xFB06,
            0xFF21...0xFF5A:
            .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        case 0x530...0x58F: .armenian
        case 0x590...0x5FF, 0xFB1D...0xFB4F: .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0x870...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: .arabic
        case 0x900...0xDFF: .indic
        case 0xE00...0xE7F: .thai
        case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: .georgian
        case 0x1200...0x139F: .ethiopic
        case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
            0x20000...0x3FFFF:
            .eastAsian
        default: .other
        }
    }
}
