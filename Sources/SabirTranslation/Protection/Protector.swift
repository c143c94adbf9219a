/// Takes out of a text what no engine should touch, and sets placeholders there: addresses, mentions, emoji, telephone
/// numbers, codes, numbers with units, times, terms that are not translated and names.
package struct Protector: Sendable {
    private let terms: PhraseTrie<Bool>
    /// To the forms in which each name is written.
    private var names = PhraseTrie<[String]>()

    /// - Parameters:
    ///   - terms: words that stay as they are however they are written, such as medicines.
    ///   - names: of people; see `with(names:)`.
    package init(terms: [String] = [], names: [String] = []) {
        var trie = PhraseTrie<Bool>()
        for term in terms { trie.add(Self.plain(term), isEmpty: true) { _ in } }
        self.terms = trie
        add(names)
    }

    /// The same with these names of people instead of its own.
    ///
    /// Many a name is a word of its language too (Rosa, Will, Mark, Luz): it is protected only where it is written
    /// letter for letter as the name, capitals included, so that "una rosa" and "QUIERO UNA ROSA" are still translated.
    /// At the start of a sentence every word has its capital ("Will you come?"); there a single name is protected only
    /// where a comma or the end follows.
    func with(names: [String]) -> Protector {
        var protector = self
        protector.names = PhraseTrie()
        protector.add(names)
        return protector
    }

    private mutating func add(_ names: [String]) {
        for name in names { self.names.add(Self.plain(name), isEmpty: []) { $0.append(name) } }
    }

    /// `text` with placeholders that are nowhere in it yet.
    package func protect(_ text: String, as form: PlaceholderForm) -> ProtectedText {
        let ranges = ProtectedRanges(text, terms: terms, names: names).ranges
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
