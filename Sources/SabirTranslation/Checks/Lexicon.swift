import Foundation
import SabirCore

/// What words of a language mean, as learnt: for a word's stem, the English stems found in its place, and how much a
/// counterpart, or its absence, tells.
///
/// `scripts/lib/trust/learning/lexicon.py` learns lexicons from human translations and writes
/// `share/languages/lexicon/LANGUAGE.txt`.
struct Lexicon: Sendable {
    /// One stem's evidence, in tenths of a natural logarithm.
    struct Odds: Equatable, Sendable {
        /// Log odds for a loss if the stem has no counterpart.
        var missed: UInt8
        /// Log odds against a loss if the stem has a counterpart.
        var found: UInt8
    }

    /// A word's first letters stand for all its forms.
    static let stemLength = 6
    /// The largest file, in bytes.
    private static let largest = 1 << 19

    static let empty = Lexicon()

    /// By the stems' hashes, with a range of `meanings`.
    private var entries: [UInt64: (odds: Odds, meanings: Range<Int32>)] = [:]
    /// Hashes of English stems.
    private var meanings: [UInt64] = []

    private init() {}

    /// - Parameter text: UTF-8, one stem on each line, followed by `missed`, `found` and its English meanings. English
    ///   stems have none, as they mean themselves.
    /// - Returns: nil if any line has another form.
    init?(_ text: [UInt8]) {
        for line in text.split(separator: 0x0A) {
            let parts = line.split(separator: 0x20)
            guard parts.count >= 3, let missed = UInt8(String(decoding: parts[1], as: UTF8.self)),
                let found = UInt8(String(decoding: parts[2], as: UTF8.self))
            else { return nil }
            let (own, first) = (Self.hash(parts[0]), Int32(meanings.count))
            meanings += parts.count == 3 ? [own] : parts.dropFirst(3).map(Self.hash)
            entries[own] = (Odds(missed: missed, found: found), first..<Int32(meanings.count))
        }
    }

    /// Reads the file at `path` when a line is first judged, because most nodes show few languages. Nil if the file
    /// does not exist. A damaged file counts as empty, so that lines are judged by their shape alone.
    static func read(_ path: String) -> OnDemand<Lexicon>? {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int else { return nil }
        return OnDemand {
            guard size <= largest, let bytes = try? Data(contentsOf: URL(filePath: path)) else { return .empty }
            return Lexicon([UInt8](bytes)) ?? .empty
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// What is known of a stem, by its hash.
    func entry(of stem: UInt64) -> (odds: Odds, meanings: ArraySlice<UInt64>)? {
        entries[stem].map { ($0.odds, meanings[Int($0.meanings.lowerBound)..<Int($0.meanings.upperBound)]) }
    }

    /// A hash of UTF-8: `FNV1a` without the separator.
    static func hash(_ stem: ArraySlice<UInt8>) -> UInt64 { stem.reduce(Self.start, mixed) }

    /// The hash of scalars, equal to that of their UTF-8.
    static func hash(_ stem: ArraySlice<UInt32>) -> UInt64 {
        stem.reduce(start) { hash, scalar in
            Unicode.Scalar(scalar).flatMap(UTF8.encode)?.reduce(hash, mixed) ?? hash
        }
    }

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

extension CheckedLine {
    /// The stems of the line's words, with the words' ranges: first letters without an Arabic article; of ideographs
    /// each pair, because most Chinese words have two.
    var stems: [(stem: ArraySlice<UInt32>, place: Range<Int>)] {
        words.compactMap { word in
            let place = word.startIndex..<word.endIndex
            guard isIdeograph(place.lowerBound) else {
                return (Self.withoutArticle(word).prefix(Lexicon.stemLength), place)
            }
            if isIdeograph(place.upperBound) {
                let pair = place.lowerBound...place.upperBound
                return (text.scalars[pair], Range(pair))
            }
            // The last of several ideographs is in the preceding pair.
            return isIdeograph(place.lowerBound - 1) ? nil : (word, place)
        }
    }

    private func isIdeograph(_ place: Int) -> Bool {
        text.at(place) >= 0x3000 && CharacterTable.shared.isLetter(text.at(place))
    }

    /// Removes Arabic "al-", also after "and", "with", "like" and "so", and the two lams of "for the".
    private static func withoutArticle(_ word: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        let start = word.startIndex
        guard word.count > 4, word[start] >= 0x0620, word[start] < 0x0700 else { return word }
        let isLed = [0x0648, 0x0628, 0x06A9, 0x0641].contains(word[start])
        let article = isLed ? start + 1 : start
        if word[article] == 0x0627, word[article + 1] == 0x0644 { return word[(article + 2)...] }
        return word[start] == 0x0644 && word[start + 1] == 0x0644 ? word[(start + 2)...] : word
    }
}
