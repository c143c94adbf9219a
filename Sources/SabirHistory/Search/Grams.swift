import Foundation

/// The single letters and pairs of letters in a block of lines: they find terms of one and two letters, which an index
/// of three-letter sequences cannot find.
///
/// Sorted, as differences in variable-length integers (LEB128): some 5 KiB for a thousand lines of a Latin script.
enum Grams {
    /// One letter, or two, as a number.
    static func key(_ first: UInt32, _ second: UInt32 = 0) -> UInt64 { UInt64(first) << 21 | UInt64(second) }

    /// The key of a folded term of one or two scalars; nil for a longer one.
    static func key(ofTerm term: [UInt8]) -> UInt64? {
        let scalars = Array(String(decoding: term, as: UTF8.self).unicodeScalars.prefix(3))
        switch scalars.count {
        case 1: return key(scalars[0].value)
        case 2: return key(scalars[0].value, scalars[1].value)
        default: return nil
        }
    }

    static func collect(_ folded: [UInt8], into keys: inout Set<UInt64>) {
        var previous: UInt32?
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
            keys.insert(key(scalar.value))
            if let previous { keys.insert(key(previous, scalar.value)) }
            previous = scalar.value
        }
    }

    static func encode(_ keys: Set<UInt64>) -> Data {
        var data = Data(capacity: keys.count * 3)
        var previous: UInt64 = 0
        for key in keys.sorted() {
            var rest = key - previous
            previous = key
            while rest >= 0x80 {
                data.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            data.append(UInt8(rest))
        }
        return data
    }

    /// Whether the list has all of `keys`, which are sorted. Stops at the first missing one.
    static func contain(_ data: Data, all keys: [UInt64]) -> Bool {
        data.withUnsafeBytes { bytes in
            var (key, difference, shift): (UInt64, UInt64, UInt64) = (0, 0, 0)
            var found = 0
            for byte in bytes where found < keys.count {
                difference |= UInt64(byte & 0x7F) << shift
                shift = min(shift + 7, 63)
                guard byte < 0x80 else { continue }
                key &+= difference
                (difference, shift) = (0, 0)
                if key < keys[found] { continue }
                guard key == keys[found] else { return false }
                found += 1
            }
            return found == keys.count
        }
    }
}

/// The three-letter sequences with which the full-text index finds a term.
enum Trigrams {
    /// More sequences make the index slower without finding less.
    static let most = 10
    /// Most sequences weighed against each other.
    private static let considered = 64

    /// The sequences of all terms that are long enough, each once; of very many an even choice.
    static func all(of terms: [[UInt8]]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        let grams = terms.flatMap(grams).filter { seen.insert($0).inserted }
        let step = max(1, (grams.count + considered - 1) / considered)
        return stride(from: 0, to: grams.count, by: step).map { grams[$0] }
    }

    /// An FTS5 query for lines that have all these grams. It also finds lines that have them in another order: the
    /// caller checks the text itself.
    static func query(_ grams: some Sequence<[UInt8]>) -> String {
        grams.map { "\"\(String(decoding: $0, as: UTF8.self).replacingOccurrences(of: "\"", with: "\"\""))\"" }
            .joined(separator: " AND ")
    }

    /// The term's grams, beginning with those at its end, where words differ most.
    private static func grams(_ term: [UInt8]) -> [[UInt8]] {
        let scalars = Array(String(decoding: term, as: UTF8.self).unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        return (0..<scalars.count - 2).reversed().map { start in
            Array(String(String.UnicodeScalarView(scalars[start..<start + 3])).utf8)
        }
    }
}
