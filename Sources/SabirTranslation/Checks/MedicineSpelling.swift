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
        for scalar in word {
            if (0x61...0x7A).contains(scalar) {
                plain.append(UInt8(scalar))
            } else if let base = bases[scalar] {
                plain.append(base)
            } else if !silent.contains(scalar) {
                return nil
            }
        }
        return shortened(respelt(plain))
    }

    /// The consonants of `letters`, or of a word in a script that omits vowels or writes them as signs. A word with an
    /// initial vowel begins with "a". Consonants that scripts exchange become one.
    static func consonants(of word: ArraySlice<UInt32>) -> [UInt8] {
        if let letters = letters(of: word) {
            let isOpen = letters.first.map(isVowel) ?? false
            return (isOpen ? [UInt8(ascii: "a")] : []) + letters.compactMap(consonant)
        }
        var found = word.first.map(beginsWithVowel) ?? false ? [UInt8(ascii: "a")] : []
        var isDoubled = false
        for scalar in word where !viramas.contains(scalar) {
            let letter = abjads[scalar] ?? indic(scalar)
            if let letter, !isDoubled || letter != found.last { found.append(letter) }
            isDoubled = letter != nil
        }
        return found
    }

    /// Whether the word begins with a vowel or a silent h.
    private static func beginsWithVowel(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x627, 0x639, 0x647, 0x905...0x914, 0x939, 0x985...0x994, 0x9B9: true
        default: false
        }
    }

    private static func consonant(_ letter: UInt8) -> UInt8? {
        switch letter {
        case _ where isVowel(letter): nil
        case UInt8(ascii: "p"): UInt8(ascii: "b")
        case UInt8(ascii: "v"): UInt8(ascii: "f")
        case UInt8(ascii: "g"): UInt8(ascii: "k")
        default: letter
        }
    }

    private static func shortened(_ letters: [UInt8]) -> [UInt8] {
        Array(letters[..<((letters.lastIndex { !isVowel($0) } ?? -1) + 1)])
    }

    private static func isVowel(_ letter: UInt8) -> Bool { "aeiou".utf8.contains(letter) }

    /// Unifies letters that languages exchange: ph and f, th and t, c and s or k, x and ks, z and s, y and i, double
    /// letters. Drops h.
    private static func respelt(_ plain: [UInt8]) -> [UInt8] {
        var found: [UInt8] = []
        var place = 0
        func at(_ step: Int) -> Character {
            place + step < plain.count ? Character(Unicode.Scalar(plain[place + step])) : " "
        }
        while place < plain.count {
            let (text, length): (String, Int) =
                switch (at(0), at(1)) {
                case ("p", "h"): ("f", 2)
                case ("t", "h"): ("t", 2)
                case ("r", "h"): ("r", 2)
                case ("c", "h"), ("q", "u"): ("k", 2)
                case ("a", "e"), ("o", "e"): ("e", 2)
                case ("c", "e"), ("c", "i"), ("c", "y"): ("s", 1)
                case ("c", _), ("q", _): ("k", 1)
                case ("x", _): ("ks", 1)
                case ("z", _): ("s", 1)
                case ("w", _): ("v", 1)
                case ("y", _), ("j", _): ("i", 1)
                case ("h", _): ("", 1)
                case (let letter, _): (String(letter), 1)
                }
            for letter in text.utf8 where letter != found.last { found.append(letter) }
            place += length
        }
        return found
    }

    /// The base letter of Latin letters with marks, and of Cyrillic letters.
    private static let bases: [UInt32: UInt8] = {
        var found: [UInt32: UInt8] = [0xDF: UInt8(ascii: "s"), 0xF8: UInt8(ascii: "o"), 0x142: UInt8(ascii: "l")]
        for value in UInt32(0xE0)...0x24F {
            guard let scalar = Unicode.Scalar(value),
                let first = String(scalar).decomposedStringWithCanonicalMapping.utf8.first, first < 0x80
            else { continue }
            found[value] = first
        }
        let cyrillic = letters("абвгґдеєжзиіїйклмнопрстуфхцчшщыэюя", becoming: "abvggdeesziiiiklmnoprstufkskssieua")
        found.merge(cyrillic, uniquingKeysWith: max)
        return found
    }()

    /// The Cyrillic hard and soft signs.
    private static let silent: Set<UInt32> = [0x44A, 0x44C]

    /// Arabic, Persian and Urdu letters, folded; vowels and silent letters are omitted.
    private static let abjads = letters("بپتثجچحخدذرزسشصضطظغفقکگلمنڈٹڑڤ", becoming: "bbttkskkddrsssssttkfkkklmndtrf")

    /// Devanagari and Bengali letters, whose blocks have the same layout.
    private static let indicConsonants = letters(
        "कखगघचछजझटठडढणतथदधनपफबभमरलवशषस", becoming: "kkkkssssttddnttddnbfbfmrlfsss")

    /// Marks for two consonants without a vowel between them.
    private static let viramas: Set<UInt32> = [0x94D, 0x9CD]

    private static func indic(_ scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0x902, 0x982: UInt8(ascii: "n")
        case 0x900...0x97F: indicConsonants[scalar]
        case 0x980...0x9FF: indicConsonants[scalar - 0x80]
        default: nil
        }
    }

    private static func letters(_ others: String, becoming ours: String) -> [UInt32: UInt8] {
        Dictionary(zip(others.unicodeScalars.map(\.value), ours.utf8)) { one, _ in one }
    }
}
