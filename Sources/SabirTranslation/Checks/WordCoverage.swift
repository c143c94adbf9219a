/// Which words of one line have a counterpart in the other, and how strongly this suggests that part of the line is
/// lost.
///
/// All numbers are log odds; words in no lexicon add nothing. A lost part is a run of words without counterparts, so
/// the largest sum over neighbours counts besides the total (Bentley 1984, "Algorithm Design Techniques").
struct WordCoverage {
    let missed: Double
    let found: Double
    /// The largest sums over neighbours, over first words, and over last words.
    let run: Double
    let head: Double
    let end: Double
    /// The words of the largest sum over neighbours; nil if every word has a counterpart.
    let runPlace: Range<Int>?
    /// Words that are neither in the lexicon nor spelt alike in the other line.
    let unknown: Int

    init(_ line: KnownLine, in other: KnownLine) {
        var (unknown, values, places) = (0, [Double](), [Range<Int>]())
        for word in line.words {
            guard let entry = word.entry else {
                if !other.means(word) { unknown += 1 }
                continue
            }
            values.append(other.means(word) ? -Double(entry.odds.found) / 10 : Double(entry.odds.missed) / 10)
            places.append(word.place)
        }
        self.unknown = unknown
        missed = values.reduce(0) { $0 + max($1, 0) }
        found = values.reduce(0) { $0 - min($1, 0) }
        head = Self.largestStart(values)
        end = Self.largestStart(values.reversed())
        var (run, here, start) = (0.0, 0.0, 0)
        var runPlace: Range<Int>?
        for (index, value) in values.enumerated() {
            if here == 0 { start = index }
            here = max(0, here + value)
            guard here > run else { continue }
            run = here
            runPlace = places[start].lowerBound..<places[index].upperBound
        }
        (self.run, self.runPlace) = (run, runPlace)
    }

    private static func largestStart(_ values: some Sequence<Double>) -> Double {
        values.reduce(into: (sum: 0.0, largest: 0.0)) { sums, value in
            sums.sum += value
            sums.largest = max(sums.largest, sums.sum)
        }.largest
    }
}

/// A line's words with their lexicon entries.
struct KnownLine {
    private(set) var words: [Word] = []
    /// The stems and all their meanings.
    private(set) var sense: Set<UInt64> = []
    /// Whether the language has a lexicon.
    private(set) var isLearnt = false

    typealias Word = (stem: UInt64, place: Range<Int>, entry: (odds: Lexicon.Odds, meanings: ArraySlice<UInt64>)?)

    /// Without words.
    init() {}

    init(_ line: CheckedLine, _ lexicon: Lexicon) {
        isLearnt = !lexicon.isEmpty
        words = line.stems.map { stem, place in
            let hash = Lexicon.hash(stem)
            return (hash, place, lexicon.entry(of: hash))
        }
        sense = words.reduce(into: []) { sense, word in
            sense.insert(word.stem)
            if let entry = word.entry { sense.formUnion(entry.meanings) }
        }
    }

    /// Whether another line means each word of a part of this one.
    func isMeant(_ part: Range<Int>, in other: KnownLine) -> Bool {
        let words = words.filter { $0.place.overlaps(part) }
        return !words.isEmpty && words.allSatisfy(other.means)
    }

    /// Whether the line has the word of another line, or one that shares a meaning with it.
    func means(_ word: Word) -> Bool {
        sense.contains(word.stem) || word.entry?.meanings.contains(where: sense.contains) ?? false
    }
}
