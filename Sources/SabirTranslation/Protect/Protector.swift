/// Takes out of a text what no engine should touch, and sets placeholders there: addresses, mentions, emoji, telephone
/// numbers, codes, numbers with units, times, terms that are not translated and names.
package struct Protector: Sendable {
    private let terms: PhraseTrie<ProtectedTerm>

    /// - Parameters:
    ///   - terms: words that stay as they are however they are written, such as medicines.
    ///   - names: of people; protected where written with a capital. A single name at the start of a sentence, which
    ///     may be another word ("Will you come?"), only where a comma or the end follows.
    package init(terms: [String] = [], names: [String] = []) {
        var trie = PhraseTrie<ProtectedTerm>()
        for name in names { trie.add(Self.plain(name), isEmpty: .name) { $0 = .name } }
        for term in terms { trie.add(Self.plain(term), isEmpty: .term) { $0 = .term } }
        self.terms = trie
    }

    /// `text` with placeholders that are nowhere in it yet.
    package func protect(_ text: String, as form: PlaceholderForm) -> ProtectedText {
        let ranges = ProtectedRanges(text, terms: terms).ranges
        guard !ranges.isEmpty else { return ProtectedText(text: text, pieces: [], form: form, first: 1) }
        let first = Self.firstFreeNumber(in: text, count: ranges.count, form)
        let scalars = text.unicodeScalars
        var written = ""
        var pieces: [String] = []
        var (place, offset) = (scalars.startIndex, 0)
        for range in ranges {
            let start = scalars.index(place, offsetBy: range.lowerBound - offset)
            let end = scalars.index(start, offsetBy: range.count)
            written.unicodeScalars.append(contentsOf: scalars[place..<start])
            written += form.written(first + pieces.count)
            pieces.append(String(scalars[start..<end]))
            (place, offset) = (end, range.upperBound)
        }
        written.unicodeScalars.append(contentsOf: scalars[place...])
        return ProtectedText(text: written, pieces: pieces, form: form, first: first)
    }

    /// A writer's own `[[3]]` must not be taken for a placeholder: numbering starts past all digits of such a text.
    private static func firstFreeNumber(in text: String, count: Int, _ form: PlaceholderForm) -> Int {
        guard text.unicodeScalars.contains(where: { form.opens($0) }) else { return 1 }
        var first = 1
        while (first..<first + count).contains(where: { isWritten($0, in: text, form) }) { first += count }
        return first
    }

    private static func isWritten(_ number: Int, in text: String, _ form: PlaceholderForm) -> Bool {
        let probe = ProtectedText(text: "", pieces: [""], form: form, first: number)
        return probe.mentions(in: text) > 0
    }

    /// A star would make a stem of it.
    private static func plain(_ phrase: String) -> String {
        String(phrase.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed())
    }
}

/// Why a phrase is protected.
enum ProtectedTerm: Sendable { case term, name }
