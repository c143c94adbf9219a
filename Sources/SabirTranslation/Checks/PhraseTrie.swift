/// Finds the longest known phrase at a place in a folded text, in one walk.
struct PhraseTrie<Meaning: Sendable>: Sendable {
    /// From node and scalar to the next node. The root is 0; 1 is the root of phrases that begin inside a word.
    private var edges: [UInt64: UInt32] = [:]
    /// The phrases' meanings, by their last nodes. After a stem, the word may continue.
    private var endings: [UInt32: (meaning: Meaning, isStem: Bool)] = [:]
    private var nodeCount: UInt32 = 2
    /// Whether any phrase begins inside a word; most languages have none, and skip that search.
    private var hasInner = false

    /// Adds a phrase with the meaning that `change` makes of its meaning so far. A phrase that ends in `*` is a stem;
    /// one that begins with `*` starts after at least one letter of a word. White space in a phrase means one space.
    mutating func add(_ phrase: String, isEmpty empty: Meaning, _ change: (inout Meaning) -> Void) {
        let isStem = phrase.unicodeScalars.last == "*"
        // Splits by scalars, because a Bengali vowel sign and the star form one character.
        let scalars = phrase.unicodeScalars
        let isInner = scalars.count > 1 && scalars.first == "*"
        let plain = String(scalars.dropFirst(isInner ? 1 : 0).dropLast(isStem ? 1 : 0))
        let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var node: UInt32 = isInner ? 1 : 0
        for scalar in FoldedText(words).scalars {
            let next = edges[Self.key(node, scalar)] ?? nodeCount
            edges[Self.key(node, scalar)] = next
            nodeCount = max(nodeCount, next + 1)
            node = next
        }
        guard node > 1 else { return }
        hasInner = hasInner || isInner
        change(&endings[node, default: (empty, false)].meaning)
        if isStem { endings[node]?.isStem = true }
    }

    init() {}

    /// Knows only which phrases there are.
    init(_ phrases: some Sequence<String>) where Meaning == Bool {
        for phrase in phrases { add(phrase, isEmpty: true) { _ in } }
    }

    /// The longest phrase at `start`. Of two phrases with the same end, the one that starts first counts: a listed word
    /// means what its list says, whatever its ending suggests.
    ///
    /// - Parameter runsOn: whether phrases need no boundary after them (scripts without spaces).
    /// - Returns: the meaning and the end of the phrase; for a phrase inside a word, the word's end.
    func longest(in text: FoldedText, at start: Int, runsOn: Bool) -> (meaning: Meaning, end: Int)? {
        var found = walk(from: 0, in: text, at: start, runsOn: runsOn)
        if hasInner, !runsOn {
            for place in (start..<text.lettersEnd(start)).dropFirst() {
                if let inner = walk(from: 1, in: text, at: place, runsOn: false), inner.end > found?.end ?? 0 {
                    found = inner
                }
            }
        }
        return found.flatMap { place in endings[place.node].map { ($0.meaning, place.end) } }
    }

    /// Whether a wanted phrase begins at the start of a word; in scripts without spaces, anywhere.
    func occurs(in text: FoldedText, where isWanted: (Meaning) -> Bool = { _ in true }) -> Bool {
        (0..<text.count).contains { place in
            let runsOn = text.runsOn(place)
            guard runsOn || !CharacterTable.shared.isLetter(text.at(place - 1)) else { return false }
            return longest(in: text, at: place, runsOn: runsOn).map { isWanted($0.meaning) } ?? false
        }
    }

    private func walk(
        from root: UInt32, in text: FoldedText, at start: Int, runsOn: Bool
    ) -> (node: UInt32, end: Int)? {
        let table = CharacterTable.shared
        var node = root
        var found: (node: UInt32, end: Int)?
        var index = start
        while index < text.count, let next = edges[Self.key(node, Self.spaceless(text.at(index)))] {
            node = next
            index += 1
            guard let ending = endings[node] else { continue }
            let last = text.at(index - 1)
            if runsOn || !table.isWord(last) || !table.isLetter(text.at(index)) {
                found = (node, index)
            } else if ending.isStem {
                found = (node, text.lettersEnd(index))
            }
        }
        return found
    }

    private static func spaceless(_ scalar: UInt32) -> UInt32 { scalar == 0xA0 ? 0x20 : scalar }

    private static func key(_ node: UInt32, _ scalar: UInt32) -> UInt64 { UInt64(node) << 32 | UInt64(scalar) }
}
