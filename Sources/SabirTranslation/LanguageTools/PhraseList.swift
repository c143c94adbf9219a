/// Phrases to find in a text by whole words. A word that ends in `*` is a stem, and `…` stands for up to three words.
struct PhraseList: Sendable {
    struct Part: Sendable, Equatable {
        enum Kind: Sendable {
            case word, stem, gap
        }

        let kind: Kind
        let text: String
    }

    /// A phrase in a text.
    struct Match {
        /// The phrase's index in the list.
        let phrase: Int
        /// The range of tokens.
        let range: Range<Int>
    }

    /// The most words that `…` stands for.
    private static let longestGap = 3

    static let none = PhraseList([])

    private let phrases: [[Part]]
    /// Phrases by their first letter.
    private var places: [Character: [Int]] = [:]

    /// Skips texts that are not phrases.
    init(_ phrases: [String]) {
        self.phrases = phrases.map { Self.parts(of: $0) ?? [] }
        for (place, parts) in self.phrases.enumerated() {
            if let first = parts.first?.text.first { places[first, default: []].append(place) }
        }
    }

    /// The parts of a phrase; nil for a text that does not begin and end with a word.
    static func parts(of phrase: String) -> [Part]? {
        var parts: [Part] = []
        for chunk in phrase.split(whereSeparator: \.isWhitespace) {
            if chunk == "…" {
                parts.append(Part(kind: .gap, text: "…"))
                continue
            }
            let isStem = chunk.last == "*"
            let words = DraftTokens.tokens(of: isStem ? chunk.dropLast() : chunk)
            guard !words.isEmpty, words.allSatisfy({ $0.kind == .word || $0.isMark(among: Self.symbols) }) else {
                return nil
            }
            parts += words.map { Part(kind: .word, text: $0.text) }
            if isStem { parts[parts.count - 1] = Part(kind: .stem, text: words[words.count - 1].text) }
        }
        guard let first = parts.first, let last = parts.last, first.kind != .gap, last.kind != .gap else { return nil }
        return parts
    }

    /// Symbols of units, which count like words.
    private static let symbols: Set<String> = ["%", "‰", "€", "$", "£", "°", "/", ".", ","]

    /// Matches in order; of two at one word, the longer.
    func matches(in tokens: [DraftToken]) -> [Match] {
        guard !phrases.isEmpty else { return [] }
        var matches: [Match] = []
        var index = 0
        while index < tokens.count {
            if let match = longest(at: index, in: tokens) {
                matches.append(match)
                index = match.range.upperBound
            } else {
                index += 1
            }
        }
        return matches
    }

    func longest(at index: Int, in tokens: [DraftToken]) -> Match? {
        guard index < tokens.count, let first = tokens[index].text.first, let places = places[first] else { return nil }
        var longest: Match?
        for place in places {
            let end = Self.end(of: phrases[place][...], at: index, in: tokens) ?? 0
            guard end > longest?.range.upperBound ?? 0 else { continue }
            longest = Match(phrase: place, range: index..<end)
        }
        return longest
    }

    /// The start of the longest phrase that ends directly before the token at `index`.
    func start(before index: Int, in tokens: [DraftToken]) -> Int? {
        (max(0, index - Self.longestBefore)..<max(0, index)).first { start in
            places[tokens[start].text.first ?? " "]?.contains {
                Self.end(of: phrases[$0][...], at: start, in: tokens) == index
            } ?? false
        }
    }

    /// The most words of a phrase searched backwards.
    private static let longestBefore = 4

    private static func end(of parts: ArraySlice<Part>, at index: Int, in tokens: [DraftToken]) -> Int? {
        guard let part = parts.first else { return index }
        let rest = parts.dropFirst()
        if part.kind == .gap {
            for skipped in 0...longestGap {
                let place = index + skipped
                guard place < tokens.count else { return nil }
                if let end = end(of: rest, at: place, in: tokens) { return end }
                guard tokens[place].kind == .word else { return nil }
            }
            return nil
        }
        guard index < tokens.count else { return nil }
        // Both are folded and composed, so comparing bytes is enough.
        let text = tokens[index].text.utf8
        guard part.kind == .stem ? text.starts(with: part.text.utf8) : text.elementsEqual(part.text.utf8) else {
            return nil
        }
        return end(of: rest, at: index + 1, in: tokens)
    }
}
