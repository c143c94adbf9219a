import SabirProtocol

/// Identifies a line's language by its groups of three letters.
///
/// Follows Cavnar and Trenkle (1994, "N-Gram-Based Text Categorization") with odds in place of ranks.
/// `scripts/lib/trust/learning/profiles.py` learns the profiles and writes `share/languages/shape/profiles.json`.
struct LanguageProfiles: Sendable {
    /// The file's form: each language's most frequent groups, with `_` for the ends of a word, and how much more
    /// frequent each is than an unlisted group, in tenths of a natural logarithm.
    struct File: Decodable {
        struct Language: Decodable {
            /// Groups separated by blanks.
            var groups: String
            var odds: [Int]
        }

        var languages: [String: Language]
    }

    /// Log odds above which a line is in another language, and those for a line equal to its original.
    static let surely = 10.0
    static let likely = 3.0
    /// Fewest words of a line whose language is judged.
    static let fewestWords = 5

    private let places: [String: Int]
    /// The row of each group in the table of odds, which has a column for each language.
    private let rows: [UInt64: Int]
    private let odds: [Float]

    init(_ file: File) {
        let languages = file.languages.sorted { $0.key < $1.key }
        places = Dictionary(uniqueKeysWithValues: zip(languages.map(\.key), 0...))
        var (rows, odds): ([UInt64: Int], [Float]) = ([:], [])
        for (place, language) in languages.map(\.value).enumerated() {
            for (group, value) in zip(language.groups.split(separator: " "), language.odds) {
                let scalars = FoldedText(String(group)).scalars.map { $0 == 0x5F ? 0 : $0 }
                guard scalars.count == 3 else { continue }
                let key = Self.key(scalars[0], scalars[1], scalars[2])
                let row = rows[key] ?? odds.count
                if row == odds.count {
                    rows[key] = row
                    odds += repeatElement(0, count: languages.count)
                }
                odds[row + place] = max(odds[row + place], Float(value) / 10)
            }
        }
        (self.rows, self.odds) = (rows, odds)
    }

    /// The log odds that the line is in the most likely other language, and in the source's, rather than in
    /// `language`; nil if a language was not learnt.
    func odds(
        of line: CheckedLine, in language: LanguageTag, from source: LanguageTag
    ) -> (ofOther: Double?, ofSource: Double?) {
        guard let own = places[String(language.primary)] else { return (nil, nil) }
        let sums = sums(line)
        let best = sums.indices.filter { $0 != own }.map { sums[$0] }.max()
        return (
            best.map { Double($0 - sums[own]) }, places[String(source.primary)].map { Double(sums[$0] - sums[own]) }
        )
    }

    private func sums(_ line: CheckedLine) -> [Float] {
        var sums = [Float](repeating: 0, count: places.count)
        for word in line.words where word.first.map({ $0 < 0x3000 }) ?? false {
            var (one, two): (UInt32, UInt32) = (0, word[word.startIndex])
            for place in word.indices {
                let next = place + 1 < word.endIndex ? word[place + 1] : 0
                if let row = rows[Self.key(one, two, next)] {
                    for column in sums.indices { sums[column] += odds[row + column] }
                }
                (one, two) = (two, next)
            }
        }
        return sums
    }

    private static func key(_ one: UInt32, _ two: UInt32, _ three: UInt32) -> UInt64 {
        UInt64(one) << 42 | UInt64(two) << 21 | UInt64(three)
    }
}
