import Foundation

/// Reduces the spellings of a medicine's name in many languages to one.
///
/// International names (WHO, "Guidelines on the Use of International Nonproprietary Names") are adapted rather than
/// translated: paracétamol, парацетамол, parasetamol. The differences are regular, so removing them leaves at most
/// different endings.
enum MedicineSpelling {
    /// A Latin or Cyrillic word as ASCII bytes without final vowels; nil for other scripts.
    static func letters(of word: ArraySlice<UInt32>) -> [UInt8]? {
        var plain: [UInt8] = []
        plain.reserveCapacity(word.count)
        for scalar in word where !silent.contains(scalar) {
            guard let base = bases[scalar] else { return nil }
            plain.append(base)
        }
        return Array(respelt(plain).reversed().drop(while: isVowel).reversed())
    }

    /// The consonants of `letters`, or of a word in a script that omits vowels or writes them as signs. A word with an
    /// initial vowel begins with "a". Consonants that scripts exchange become one.
    static func consonants(of word: ArraySlice<UInt32>) -> [UInt8] {
        if let letters = letters(of: word) {
            let isOpen = letters.first.map(isVowel) ?? false
            return (isOpen ? [UInt8(ascii: "a")] : [])
                + letters.filter { !isVowel($0) }.map { exchanged[UInt32($0)] ?? $0 }
        }
        let isOpen = vowels.contains { range in word.first.map(range.contains) ?? false }
        var found = isOpen ? [UInt8(ascii: "a")] : []
        var isDoubled = false
        for scalar in word where !viramas.contains(scalar) {
            let letter = abjads[scalar] ?? indic[(0x980...0x9FF).contains(scalar) ? scalar - 0x80 : scalar]
            if let letter, !isDoubled || letter != found.last { found.append(letter) }
            isDoubled = letter != nil
        }
        return found
    }

    /// Arabic, Devanagari and Bengali vowels and silent h with which words begin.
    private static let vowels: [ClosedRange<UInt32>] = [
        0x627...0x627, 0x639...0x639, 0x647...0x647, 0x905...0x914, 0x939...0x939, 0x985...0x994, 0x9B9...0x9B9,
    ]

    private static let exchanged = letters("pvg", becoming: "bfk")

    private static func isVowel(_ letter: UInt8) -> Bool { "aeiou".utf8.contains(letter) }

    /// Unifies letters that languages exchange: ph and f, th and t, c and s or k, x and ks, z and s, y and i, double
    /// letters. Drops h.
    private static func respelt(_ plain: [UInt8]) -> [UInt8] {
        var found: [UInt8] = []
        var rest = plain[...]
        while let first = rest.first {
            let (old, new) = respellings.first { rest.starts(with: $0.old) } ?? ([first], [first])
            for letter in new where letter != found.last { found.append(letter) }
            rest = rest.dropFirst(old.count)
        }
        return found
    }

    private static let respellings = [
        ("ph", "f"), ("th", "t"), ("rh", "r"), ("ch", "k"), ("qu", "k"), ("ae", "e"), ("oe", "e"), ("ce", "se"),
        ("ci", "si"), ("cy", "si"), ("c", "k"), ("q", "k"), ("x", "ks"), ("z", "s"), ("w", "v"), ("y", "i"),
        ("j", "i"), ("h", ""),
    ].map { (old: Array($0.utf8), new: Array($1.utf8)) }

    /// The base letter of Latin letters, with or without marks, and of Cyrillic letters.
    private static let bases: [UInt32: UInt8] = {
        var found: [UInt32: UInt8] = [0xDF: UInt8(ascii: "s"), 0xF8: UInt8(ascii: "o"), 0x142: UInt8(ascii: "l")]
        for value in UInt32(0x61)...0x24F {
            let letter = Unicode.Scalar(value).flatMap { String($0).decomposedStringWithCanonicalMapping.utf8.first }
            if let letter, (0x61...0x7A).contains(letter) { found[value] = letter }
        }
        let cyrillic = letters("абвгґдеєжзиіїйклмнопрстуфхцчшщыэюя", becoming: "abvggdeesziiiiklmnoprstufkskssieua")
        found.merge(cyrillic, uniquingKeysWith: max)
        return found
    }()

    /// The Cyrillic hard and soft signs.
    private static let silent: Set<UInt32> = [0x44A, 0x44C]

    /// Arabic, Persian and Urdu letters, folded; vowels and silent letters are omitted.
    private static let abjads = letters("بپتثجچحخدذرزسشصضطظغفقکگلمنڈٹڑڤ", becoming: "bbttkskkddrsssssttkfkkklmndtrf")

    /// Devanagari letters, and Bengali ones, whose block has the same layout.
    private static let indic = letters(
        "कखगघचछजझटठडढणतथदधनपफबभमरलवशषस\u{902}", becoming: "kkkkssssttddnttddnbfbfmrlfsssn")

    /// Marks for two consonants without a vowel between them.
    private static let viramas: Set<UInt32> = [0x94D, 0x9CD]

    private static func letters(_ others: String, becoming ours: String) -> [UInt32: UInt8] {
        Dictionary(zip(others.unicodeScalars.map(\.value), ours.utf8)) { one, _ in one }
    }
}
