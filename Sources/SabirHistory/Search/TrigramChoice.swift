/// Chooses the three-letter sequences for which the full-text index is asked.
///
/// Each sequence costs reading the list of all lines that have it, which for frequent letters is most of the room; each
/// line that has all of them is read and its text checked. So a sample of the room's lines decides which few sequences
/// together cost least: three frequent words in a row share rare sequences at their seams.
struct TrigramChoice {
    /// A set of lines in the sample, one bit each.
    typealias Lines = SIMD8<UInt64>
    static let sample = Lines.scalarCount * UInt64.bitWidth

    /// The cost of reading and checking one line, in entries of the index.
    private static let candidate = 256
    /// A sequence in at most this many lines of the sample costs next to nothing, and may save many lines.
    private static let rare = 1

    private let sequences: [[UInt8]]
    /// For each sequence, the lines that have it.
    private var holders: [Lines]
    private var count = 0

    init(_ sequences: [[UInt8]]) {
        self.sequences = sequences
        holders = Array(repeating: Lines(), count: sequences.count)
    }

    /// Adds a folded line to the sample; lines beyond `sample` are ignored.
    mutating func add(_ line: [UInt8]) {
        guard count < Self.sample else { return }
        let (word, bit) = (count / UInt64.bitWidth, UInt64(1) << UInt64(count % UInt64.bitWidth))
        for (index, sequence) in sequences.enumerated() where ByteSearch.first(sequence, in: line) != nil {
            holders[index][word] |= bit
        }
        count += 1
    }

    /// The indices of the chosen sequences, the rarest first.
    func chosen(most: Int) -> [Int] {
        var chosen: [Int] = []
        var (left, reading, cost) = (Lines(repeating: .max), 0, Int.max)
        while chosen.count < most, let next = cheapest(besides: chosen, left) {
            let total = reading + price(of: next, left)
            guard total < cost else { break }
            cost = total
            reading += 2 * Self.size(holders[next])
            left &= holders[next]
            chosen.append(next)
        }
        let others = sequences.indices.filter { Self.size(holders[$0]) <= Self.rare && !chosen.contains($0) }
        chosen += others.prefix(most - chosen.count)
        return chosen.sorted { Self.size(holders[$0]) < Self.size(holders[$1]) }
    }

    private func cheapest(besides chosen: [Int], _ left: Lines) -> Int? {
        sequences.indices.filter { !chosen.contains($0) }.min { price(of: $0, left) < price(of: $1, left) }
    }

    /// The cost of also asking for this sequence, doubled: where no line of the sample is left, one half may be.
    private func price(of index: Int, _ left: Lines) -> Int {
        2 * Self.size(holders[index]) + Self.candidate * max(1, 2 * Self.size(left & holders[index]))
    }

    private static func size(_ lines: Lines) -> Int { Int(lines.nonzeroBitCount.wrappedSum()) }
}
