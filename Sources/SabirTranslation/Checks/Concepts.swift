import SabirCore
import SabirProtocol

/// Finds words that a translation has lost, or exchanged for another of their group: tomorrow for today, the back for
/// the chest.
///
/// `share/languages/concepts/words.json` holds the groups and, for each language, the words for each concept. In some
/// groups a missing concept means little, because people say it in other words ("stop" for "do not"): such a line is
/// doubted only if the translation has another concept of the group that the original lacks. In other groups ("today",
/// "knee") any missing concept counts.
struct Concepts: Sendable {
    /// What a phrase may mean. A word with several concepts ("mañana") matches any of them.
    private struct Sense: Sendable {
        var concepts: Set<Int> = []
        /// Whether the word mostly means something else ("cap"): it may serve as a counterpart, but needs none.
        var isWeak = false
        /// Two-part phrases ("darf … nicht") that the word begins, and those that it ends.
        var opens: Set<Int> = []
        var closes: Set<Int> = []
    }

    private struct Mention {
        var concepts: Set<Int>
        var range: Range<Int>
        var isWeak: Bool
    }

    private struct File: Decodable {
        struct Group: Decodable {
            let warning: String
            let mustStay: Bool
            let concepts: [String]
        }

        let groups: [String: Group]
        /// From primary subtag to concept to phrases.
        let words: [String: [String: [String]]]

        private enum CodingKeys: String, CodingKey, CaseIterable { case groups, words }

        init(from decoder: Decoder) throws {
            try AnyKey.refuseUnknown(CodingKeys.self, decoder)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            groups = try values.decode([String: Group].self, forKey: .groups)
            words = try values.decode([String: [String: [String]]].self, forKey: .words)
        }
    }

    /// The most words between the two parts of a phrase.
    private static let widestGap = 8

    /// Sorted. `mustStay`: whether a missing concept is reported even if nothing took its place.
    private let groups: [(warning: TranslationWarning.Kind, mustStay: Bool, concepts: Set<Int>)]
    private let languages: [String: (phrases: OnDemand<PhraseTrie<Sense>>, known: Set<Int>)]
    /// The concept of each two-part phrase.
    private let pairs: [Int]

    /// Nil if the file does not exist.
    static func read(_ path: String) throws(LanguageDataError) -> OnDemand<Concepts>? {
        guard let file = try StrictJSON.decodeIfPresent(File.self, at: path) else { return nil }
        let known = Set(file.groups.values.flatMap(\.concepts))
        if let group = file.groups.values.first(where: { TranslationWarning.Kind(rawValue: $0.warning) == nil }) {
            throw .wrong(path, "no such warning as '\(group.warning)'")
        }
        if let concept = file.words.values.lazy.flatMap(\.keys).first(where: { !known.contains($0) }) {
            throw .wrong(path, "'\(concept)' is in no group")
        }
        return OnDemand { Concepts(file) }
    }

    private init(_ file: File) {
        let sorted = file.groups.sorted { $0.key < $1.key }.map(\.value)
        let numbers = Dictionary(
            sorted.flatMap(\.concepts).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        groups = sorted.compactMap { group in
            TranslationWarning.Kind(rawValue: group.warning).map {
                ($0, group.mustStay, Set(group.concepts.compactMap { numbers[$0] }))
            }
        }
        var languages: [String: (OnDemand<PhraseTrie<Sense>>, Set<Int>)] = [:]
        var pairs: [Int] = []
        for (language, words) in file.words {
            var phrases: [(text: String, concept: Int, pair: Int)] = []
            for (concept, texts) in words {
                for text in texts {
                    guard let number = numbers[concept] else { continue }
                    phrases.append((text, number, pairs.count))
                    if text.contains("…") { pairs.append(number) }
                }
            }
            languages[language] = (
                OnDemand { [phrases] in Self.trie(phrases) }, Set(phrases.lazy.map(\.concept))
            )
        }
        (self.languages, self.pairs) = (languages, pairs)
    }

    private static func trie(_ phrases: [(text: String, concept: Int, pair: Int)]) -> PhraseTrie<Sense> {
        var trie = PhraseTrie<Sense>()
        for phrase in phrases {
            let isWeak = phrase.text.hasPrefix("~")
            let parts = phrase.text.dropFirst(isWeak ? 1 : 0).split(separator: "…").map(String.init)
            guard parts.count == 2 else {
                trie.add(parts[0], isEmpty: Sense()) {
                    $0.concepts.insert(phrase.concept)
                    $0.isWeak = $0.isWeak || isWeak
                }
                continue
            }
            trie.add(parts[0], isEmpty: Sense()) { $0.opens.insert(phrase.pair) }
            trie.add(parts[1], isEmpty: Sense()) { $0.closes.insert(phrase.pair) }
        }
        return trie
    }

    // MARK: Two lines

    /// Concepts of one group that are missing, and those found in their place, of concepts with words in both languages.
    func exchanges(
        _ source: CheckedLine, _ from: LanguageTag, _ translation: CheckedLine, _ to: LanguageTag
    ) -> [Difference] {
        guard let ours = languages[String(from.primary)], let theirs = languages[String(to.primary)] else { return [] }
        let here = mentions(in: source, ours.phrases.value)
        guard here.contains(where: { !$0.isWeak }) else { return [] }
        let there = mentions(in: translation, theirs.phrases.value)
        let lost = Self.unmatched(here, in: there, theirs.known)
        guard !lost.isEmpty else { return [] }
        let added = Self.unmatched(there, in: here, ours.known)
        return groups.compactMap { group in
            let ours = lost.filter { !$0.concepts.isDisjoint(with: group.concepts) }
            let theirs = added.filter { !$0.concepts.isDisjoint(with: group.concepts) }
            guard !ours.isEmpty, group.mustStay || !theirs.isEmpty else { return nil }
            return Difference(kind: group.warning, source: ours.map(\.range), translation: theirs.map(\.range))
        }
    }

    private static func unmatched(_ mentions: [Mention], in others: [Mention], _ known: Set<Int>) -> [Mention] {
        let concepts = others.reduce(into: Set<Int>()) { $0.formUnion($1.concepts) }
        return mentions.filter {
            !$0.isWeak && $0.concepts.isDisjoint(with: concepts) && $0.concepts.isSubset(of: known)
        }
    }

    private func mentions(in line: CheckedLine, _ phrases: PhraseTrie<Sense>) -> [Mention] {
        let (text, table) = (line.text, CharacterTable.shared)
        var mentions: [Mention] = []
        var open: [(pair: Int, start: Int, words: Int)] = []
        var (index, words) = (0, 0)
        while index < text.count {
            guard table.isLetter(text.at(index)) else {
                if CueCount.endsClause(text.at(index)) { open = [] }
                index += 1
                continue
            }
            let runsOn = Script(of: text.at(index))?.runsOn ?? false
            words += 1
            guard let found = phrases.longest(in: text, at: index, runsOn: runsOn) else {
                index = runsOn ? index + 1 : text.lettersEnd(index)
                continue
            }
            let end = max(found.end, index + 1)
            if !found.meaning.concepts.isEmpty {
                mentions.append(
                    Mention(concepts: found.meaning.concepts, range: index..<end, isWeak: found.meaning.isWeak))
            }
            if let first = open.first(where: {
                found.meaning.closes.contains($0.pair) && words - $0.words <= Self.widestGap
            }) {
                mentions.append(Mention(concepts: [pairs[first.pair]], range: first.start..<end, isWeak: false))
                open = []
            }
            open += found.meaning.opens.map { ($0, index, words) }
            index = end
        }
        return mentions
    }
}
