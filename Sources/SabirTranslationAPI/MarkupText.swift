/// HTML whose sentences can be translated one by one, its tags staying where they are.
///
/// A sentence that a tag cuts (`Do <b>not</b> eat`) is refused: its pieces would be translated without each other, and
/// the sense with them might change.
struct MarkupText: Sendable {
    private enum Part: Sendable {
        case kept(String)
        /// A sentence, by its place in ``sentences``, and the white space around it.
        case sentence(Int, before: String, after: String)
    }

    /// Tags inside of which a sentence goes on.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "ins", "kbd",
        "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]

    /// What is to be translated: plain text, in one line each.
    private(set) var sentences: [String] = []
    private var parts: [Part] = []

    init(_ html: String) throws(SharingFault) {
        var scanner = MarkupScanner(html)
        // Whether the run since the last block has had words, and the tag that came after them.
        var hasWords = false
        var cut: String?
        while let token = try scanner.next() {
            switch token {
            case .kept(let text, let name), .tag(let text, let name):
                parts.append(.kept(String(text)))
                if Self.inline.contains(name) {
                    if hasWords, cut == nil { cut = name }
                } else if name != "!" {
                    (hasWords, cut) = (false, nil)
                }
            case .text(let text):
                guard try add(text) else { continue }
                if let cut { throw .invalid("html format is not supported where a tag, here \(cut), cuts a sentence") }
                hasWords = true
            }
        }
    }

    /// Whether there were words in it.
    private mutating func add(_ text: Substring) throws(SharingFault) -> Bool {
        guard text.contains(where: \.isLetter) else {
            parts.append(.kept(String(text)))
            return false
        }
        let before = text.prefix { $0.isASCII && $0.isWhitespace }
        let after = text.reversed().prefix { $0.isASCII && $0.isWhitespace }.reversed()
        let inside = text.dropFirst(before.count).dropLast(after.count)
        let sentence = try MarkupEntities.resolved(inside)
            .split { $0.isASCII && $0.isWhitespace }.joined(separator: " ")
        // What looked like words may have been the name of a character: &#xa;.
        guard sentence.contains(where: \.isLetter) else {
            parts.append(.kept(String(text)))
            return false
        }
        parts.append(.sentence(sentences.count, before: String(before), after: String(after)))
        sentences.append(sentence)
        return true
    }

    /// The markup with as many translations in the places of the sentences.
    func filled(with translations: ArraySlice<String>) -> String {
        parts.reduce(into: "") { html, part in
            switch part {
            case .kept(let text): html += text
            case .sentence(let number, let before, let after):
                html += before + MarkupEntities.escaped(translations[translations.startIndex + number]) + after
            }
        }
    }
}
