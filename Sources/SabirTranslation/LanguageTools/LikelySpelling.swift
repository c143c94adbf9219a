/// Ranks the words that a misspelt word may stand for, those with the fewest changes first.
///
/// People spell by ear: letters that sound alike, accents, doubled letters and an h cost least, then vowels. Without a
/// list of word frequencies, equal words keep the dictionary's order.
enum LikelySpelling {
    /// The costs of a letter that is wrong, missing, extra, or swapped with the next.
    private static let letter = 4
    private static let vowel = 3
    private static let heardAlike = 1
    /// Words up to this length may have one wrong letter, longer ones two: more changes make another word.
    private static let shortWord = 4
    /// Longer words have too many sound-alikes: one of 12 letters has some thousand.
    private static let longestByEar = 12

    private static let vowels = ["aáàâäãåăą", "eéèêëěę", "iíìîïıy", "oóòôöõő", "uúùûüű", "еёєэ", "иіїй"]
    private static let consonants = ["cçćčsśšşzźżžx", "ckq", "bv", "gjğ", "mn", "nñń", "lł", "гґ"]
    private static let allVowels = Set(vowels.joined() + "аоуыюя")
    /// For each letter, the letters written for it by mistake.
    private static let alike: [Character: [Character]] = (vowels + consonants).reduce(into: [:]) {
        alike, letters in
        for letter in letters { alike[letter, default: []] += letters.filter { $0 != letter } }
    }

    /// The word with one or two letters replaced by similar-sounding ones. Most results are not words.
    static func heardAlike(_ word: String) -> [String] {
        guard word.count <= longestByEar else { return [] }
        let once = exchanges(in: Array(word), from: 0)
        let twice = once.flatMap { exchanges(in: $0.letters, from: $0.next) }
        return (once + twice).map { String($0.letters) }
    }

    private static func exchanges(in letters: [Character], from start: Int) -> [(letters: [Character], next: Int)] {
        (start..<letters.count).flatMap { place in
            (alike[letters[place]] ?? []).map { other in
                var letters = letters
                letters[place] = other
                return (letters, place + 1)
            }
        }
    }

    /// The likeliest of `words` first, each once, without those that are too different.
    static func likeliest(of words: [String], for written: String, atMost limit: Int) -> [String] {
        let isCapital = written.first?.isUppercase == true
        let letters = Array(isCapital ? written.lowercased() : written)
        let most = letters.count > shortWord ? 2 * letter : letter
        var seen: Set<String> = []
        var likely: [(cost: Int, place: Int, word: String)] = []
        for (place, word) in words.enumerated() where seen.insert(word).inserted {
            let cost = cost(of: letters, as: Array(isCapital ? word.lowercased() : word))
            if cost <= most { likely.append((cost, place, word)) }
        }
        return likely.sorted { ($0.cost, $0.place) < ($1.cost, $1.place) }.prefix(limit).map(\.word)
    }

    /// The cost of the cheapest changes from one word to the other, none inside another (optimal string alignment).
    private static func cost(of word: [Character], as other: [Character]) -> Int {
        let dropped = word.indices.map { single($0, in: word) }
        let added = other.indices.map { single($0, in: other) }
        var lastButOne: [Int] = []
        var last = added.reduce(into: [0]) { costs, cost in costs.append(costs[costs.count - 1] + cost) }
        for row in word.indices {
            var costs = [last[0] + dropped[row]]
            for column in other.indices {
                var cost = min(
                    last[column] + exchange(word[row], other[column]), last[column + 1] + dropped[row],
                    costs[column] + added[column])
                if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
                    cost = min(cost, lastButOne[column - 1] + letter)
                }
                costs.append(cost)
            }
            (lastButOne, last) = (last, costs)
        }
        return last[other.count]
    }

    private static func exchange(_ one: Character, _ other: Character) -> Int {
        if one == other { return 0 }
        if alike[one]?.contains(other) == true { return heardAlike }
        return allVowels.contains(one) && allVowels.contains(other) ? vowel : letter
    }

    /// The cost of a letter that only one of the words has.
    private static func single(_ place: Int, in letters: [Character]) -> Int {
        let one = letters[place]
        let isDoubled = place > 0 && letters[place - 1] == one || place + 1 < letters.count && letters[place + 1] == one
        if isDoubled || one == "h" { return heardAlike }
        return allVowels.contains(one) ? vowel : letter
    }
}
