import SabirProtocol

/// A search; without words, a listing of what a filter includes.
package struct HistoryQuery: Hashable, Sendable {
    /// Most lines found.
    package static let most = 1_000

    package var terms: SearchTerms
    var filter: HistoryFilter
    /// Only lines with smaller numbers: continues behind the last line found in one room.
    var before: Int?
    /// At most `most`.
    var limit: Int

    package init(_ words: String, filter: HistoryFilter = HistoryFilter(), before: Int? = nil, limit: Int = 50) {
        terms = SearchTerms(words)
        self.filter = filter
        self.before = before
        self.limit = min(max(1, limit), Self.most)
    }
}

/// A line that was found.
package struct HistoryHit: Hashable, Sendable {
    package let room: RoomNumber
    package let message: Message
    /// Where the terms are in `message.text`, in order, without overlap.
    package let matches: [Range<String.Index>]

    /// A part of the text around its first match, on one line, and where the matches are in it.
    package func excerpt(_ length: Int = 120) -> (text: String, matches: [Range<String.Index>]) {
        let text = message.text
        let center = matches.first?.lowerBound ?? text.startIndex
        let first = text.index(center, offsetBy: -length / 3, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(first, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        var excerpt = first > text.startIndex ? "…" : ""
        var places: [Range<String.Index>] = []
        var at = first
        for match in matches where match.lowerBound < end && match.upperBound <= end {
            excerpt += text[at..<match.lowerBound]
            let start = excerpt.utf8.count
            excerpt += text[match]
            places.append(excerpt.utf8.index(excerpt.startIndex, offsetBy: start)..<excerpt.endIndex)
            at = match.upperBound
        }
        excerpt += text[at..<end] + (end < text.endIndex ? "…" : "")
        return (excerpt, places)
    }
}
