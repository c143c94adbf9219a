/// Finds the longest known phrase at a place in a folded text, in one walk.
struct PhraseTrie<Meaning: Sendable>: Sendable {
    private struct Ending: Sendable {
        var meaning: Meaning
        /// Whether the word may go on: a stem.
        var isStem: Bool
    }

    /// Node and scalar together to the next node; the root is 0.
    private var edges: [UInt64: UInt32] = [:]
    private var endings: [UInt32: Ending] = [:]
    private var nodeCount: UInt32 = 1

    /// Adds what `change` makes of the phrase's meaning so far. A phrase ending in `*` is a stem. Runs of white space
    /// in a phrase stand for one space.
    mutating func add(_ phrase: String, isEmpty empty: Meaning, _ change: (inout Meaning) -> Void) {
        let isStem = phrase.last == "*"
        let words = (isStem ? phrase.dropLast() : phrase[...]).split(whereSeparator: \.isWhitespace)
        let node = insert(FoldedText(words.joined(separator: " ")).scalars)
        guard node != 0 else { return }
        var ending = endings[node] ?? Ending(meaning: empty, isStem: false)
        change(&ending.meaning)
        ending.isStem = ending.isStem || isStem
        endings[node] = ending
    }

    private mutating func insert(_ scalars: [UInt32]) -> UInt32 {
        var node: UInt32 = 0
        for scalar in scalars {
            let key = Self.key(node, scalar)
            if let next = edges[key] {
                node = next
            } else {
                edges[key] = nodeCount
                node = nodeCount
                nodeCount += 1
            }
        }
        return node
    }

    /// - Parameter runsOn: whether phrases need no boundary after them (scripts without spaces).
    /// - Returns: the meaning and the place after the phrase.
    func longest(in text: FoldedText, at start: Int, runsOn: Bool) -> (meaning: Meaning, end: Int)? {
        let table = CharacterTable.shared
        var node: UInt32 = 0
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
                found = (node, Self.wordEnd(text, index))
            }
        }
        return found.flatMap { place in endings[place.node].map { ($0.meaning, place.end) } }
    }

    private static func wordEnd(_ text: FoldedText, _ start: Int) -> Int {
        var index = start
        while index < text.count, CharacterTable.shared.isLetter(text.at(index)) { index += 1 }
        return index
    }

    private static func spaceless(_ scalar: UInt32) -> UInt32 { scalar == 0xA0 ? 0x20 : scalar }

    private static func key(_ node: UInt32, _ scalar: UInt32) -> UInt64 { UInt64(node) << 32 | UInt64(scalar) }
}
