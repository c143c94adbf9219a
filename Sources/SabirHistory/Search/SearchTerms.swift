import Glibc

/// The terms of a search; each must occur in a text, as a word or within one.
///
/// Terms are separated by white space; quotation marks hold one together. So "blut druck" finds lines with both, in any
/// order, and a Chinese word is found wherever it occurs, without spaces around it.
package struct SearchTerms: Hashable, Sendable {
    /// Most terms, and most scalars in each; the rest is ignored.
    static let most = 8
    static let longest = 100

    /// Folded, none empty.
    let terms: [[UInt8]]

    package var isEmpty: Bool { terms.isEmpty }

    init(_ text: String) {
        var terms: [[UInt8]] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            let pieces = index % 2 == 1 ? [part] : part.split(whereSeparator: \.isWhitespace)
            for piece in pieces {
                let trimmed = String(String.UnicodeScalarView(piece.unicodeScalars.prefix(Self.longest)))
                terms.append(Self.trim(Folding.fold(trimmed)))
            }
        }
        self.terms = Array(terms.filter { !$0.isEmpty }.prefix(Self.most))
    }

    private static func trim(_ bytes: [UInt8]) -> [UInt8] {
        let space = UInt8(ascii: " ")
        let head = bytes.drop { $0 == space }
        guard let last = head.lastIndex(where: { $0 != space }) else { return [] }
        return Array(head[...last])
    }

    /// Whether a folded text has all terms.
    func match(_ folded: [UInt8]) -> Bool { terms.allSatisfy { ByteSearch.first($0, in: folded) != nil } }

    /// Where the terms occur in `text`: in order, and joined where they touch or overlap.
    func ranges(in text: String) -> [Range<String.Index>] {
        let (bytes, places) = Folding.foldWithPlaces(text)
        var found: [Range<Int>] = []
        for term in terms { found += ByteSearch.all(term, in: bytes) }
        var joined: [Range<String.Index>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let (first, end) = (places[range.lowerBound], Self.end(of: range, places))
            if let last = joined.last, last.upperBound >= first {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                joined.append(first..<end)
            }
        }
        return joined
    }

    /// The index after the scalar that the range's last byte comes from, with its marks.
    private static func end(of range: Range<Int>, _ places: [String.Index]) -> String.Index {
        let last = places[range.upperBound - 1]
        return places[range.upperBound...].first { $0 > last } ?? places[places.count - 1]
    }
}

/// Finds bytes in bytes. Enough for UTF-8: no scalar's bytes occur within another's.
enum ByteSearch {
    static func first(_ needle: [UInt8], in text: [UInt8], from start: Int = 0) -> Int? {
        guard let head = needle.first, text.count - start >= needle.count else { return nil }
        return text.withUnsafeBufferPointer { text in
            var at = start
            while at <= text.count - needle.count {
                if text[at] == head, memcmp(text.baseAddress! + at, needle, needle.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }

    static func all(_ needle: [UInt8], in text: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        while let next = first(needle, in: text, from: found.last?.upperBound ?? 0) {
            found.append(next..<next + needle.count)
        }
        return found
    }
}
