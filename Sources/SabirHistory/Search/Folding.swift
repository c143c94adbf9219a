import Foundation

/// Text as search compares it, in UTF-8: without case, accents, width and vowel points.
///
/// Compatibility decomposition (Unicode Standard Annex #15, NFKD) of the scripts that have case or optional marks, less
/// those marks, in lower case; digits become 0–9. Marks that are letters of their own, as in Thai, Devanagari or kana,
/// stay. Letters that are written differently but typed alike become one: ß and ss, ı and i, Persian and Arabic ya and
/// kaf.
enum Folding {
    static func fold(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        fold(text, into: &folded)
        return folded
    }

    /// Folds into a buffer that is reused.
    static func fold(_ text: String, into folded: inout [UInt8]) {
        folded.removeAll(keepingCapacity: true)
        var text = text
        let isPlain = text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
            folded.append(contentsOf: bytes.lazy.map(lowercaseASCII))
            return true
        }
        guard !isPlain else { return }
        folded.removeAll(keepingCapacity: true)
        for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    }

    /// Folds, and returns the index in `text` of each folded byte, and one past the end.
    static func foldWithPlaces(_ text: String) -> (bytes: [UInt8], places: [String.Index]) {
        var folded: [UInt8] = []
        var places: [String.Index] = []
        for index in text.unicodeScalars.indices {
            append(text.unicodeScalars[index], to: &folded)
            while places.count < folded.count { places.append(index) }
        }
        places.append(text.endIndex)
        return (folded, places)
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        if scalar.value < 0x80 { return folded.append(lowercaseASCII(UInt8(scalar.value))) }
        if scalar.value < FoldingTable.end {
            let place = FoldingTable.shared.places[Int(scalar.value)]
            if place > 0 { return folded.append(contentsOf: FoldingTable.shared.replacements[Int(place)]) }
        }
        folded.append(contentsOf: UTF8.encode(scalar)!)  // every scalar has a UTF-8 form
    }

    private static func lowercaseASCII(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case 0..<0x20: UInt8(ascii: " ")  // line breaks, and meaningless controls
        default: byte
        }
    }
}

/// What each scalar of the first plane folds to, where it does not stay the same. Built at the first use, in some
/// milliseconds.
struct FoldingTable: Sendable {
    static let shared = FoldingTable()
    static let end: UInt32 = 0x1_0000

    /// For each scalar, an index into `replacements`; 0 if the scalar stays the same.
    let places: [UInt16]
    let replacements: [[UInt8]]

    /// Scripts with case, optional marks or other forms of the same letter. Hangul, kana and Han stay as they are.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x80...0x06FF, 0x1C80...0x1CBF, 0x1D00...0x24FF, 0x2C00...0x2D2F, 0x3000...0x3000, 0xA640...0xA7FF,
        0xAB30...0xABBF, 0xFB00...0xFDFF, 0xFE00...0xFE0F, 0xFE70...0xFFEF,
    ]
    private static let dropped: [ClosedRange<UInt32>] = [
        0x00AD...0x00AD, 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD, 0x05BF...0x05BF, 0x05C1...0x05C2,
        0x05C4...0x05C5, 0x05C7...0x05C7, 0x0610...0x061A, 0x0640...0x0640, 0x064B...0x065F, 0x0670...0x0670,
        0x06D6...0x06DC, 0x06DF...0x06E4, 0x06E7...0x06E8, 0x06EA...0x06ED, 0x1DC0...0x1DFF, 0x200B...0x200F,
        0x20D0...0x20F0, 0xFE00...0xFE0F,
    ]
    private static let alike: [Unicode.Scalar: String] = [
        "ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ς": "σ", "ک": "ك",
        "ی": "ي", "ى": "ي",
    ]

    private init() {
        var places = [UInt16](repeating: 0, count: Int(Self.end))
        var replacements: [[UInt8]] = [[]]
        for scalar in Self.ranges.joined().compactMap(Unicode.Scalar.init) {
            let folded = Self.fold(scalar)
            guard folded != String(scalar) else { continue }
            places[Int(scalar.value)] = UInt16(replacements.count)
            replacements.append(Array(folded.utf8))
        }
        self.places = places
        self.replacements = replacements
    }

    private static func fold(_ scalar: Unicode.Scalar) -> String {
        var folded = ""
        for part in String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if let digit = part.properties.numericType == .decimal ? part.properties.numericValue : nil {
                folded += String(Int(digit))
            } else if part.properties.isWhitespace {
                folded += " "
            } else if !dropped.contains(where: { $0.contains(part.value) }) {
                folded += alike[part] ?? String(part)
            }
        }
        return folded
    }
}
