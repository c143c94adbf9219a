/// Replaces the parts of a text that no engine should translate by placeholders: addresses, mentions, emoji, telephone
/// numbers, codes, numbers with units, times, untranslated terms, and names.
package struct Protector: Sendable {
    private let terms: PhraseTrie<Bool>
    /// From each name to its spellings.
    private var names = PhraseTrie<[String]>()

    /// - Parameters:
    ///   - terms: words kept however they are capitalized, such as medicines.
    ///   - names: names of people; see `with(names:)`.
    package init(terms: [String] = [], names: [String] = []) {
        self.terms = PhraseTrie(terms.map(Self.word))
        add(names)
    }

    /// A copy with these names of people instead of its own.
    ///
    /// Many names are also words of their language (Rosa, Will, Mark, Luz). So a name is protected only if spelt
    /// exactly, capitals included: "una rosa" and "QUIERO UNA ROSA" are translated. At the start of a sentence, where
    /// every word has a capital ("Will you come?"), a single name is protected only before a comma or the end.
    func with(names: [String]) -> Protector {
        var protector = self
        protector.names = PhraseTrie()
        protector.add(names)
        return protector
    }

    private mutating func add(_ names: [String]) {
        for name in names { self.names.add(Self.word(name), isEmpty: []) { $0.append(name) } }
    }

    /// Replaces protected pieces of `text` by placeholders that do not occur in `text`.
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

    /// The first of `count` numbers that no placeholder-like text of the writer (`[[3]]`) uses.
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

    /// Removes the stars, which would make the phrase a stem.
    private static func word(_ phrase: String) -> String { String(phrase.trimming { $0 == "*" }) }
}
