import SabirCore
import SabirProtocol

/// Finds words that a translation has lost, or exchanged for another of their group: tomorrow for today, the back for
/// the chest.
///
/// `share/languages/concepts/words.json` holds the groups and, for each language, the words for each concept. A concept
/// that became another of its group always counts; one that is only missing, as its group says.
struct Concepts: Sendable {
    /// What a phrase may mean. A word with several concepts ("mañana") matches any of them.
    private struct Sense: Sendable {
        var concepts: Set<String> = []
        /// Whether the word mostly means something else ("cap"): it may serve as a counterpart, but needs none.
        var isWeak = false
        /// Two-part phrases that the word begins, and those that it ends.
        var opens: Set<Pair> = []
        var closes: Set<Pair> = []
    }

    /// A two-part phrase: "darf…nicht".
    private struct Pair: Hashable, Sendable {
        let phrase: String
        let concept: String
    }

    private typealias Mention = (concepts: Set<String>, range: Range<Int>, isWeak: Bool)

    private struct Group: Decodable, Sendable {
        let warning: String
        /// What a missing concept means if nothing took its place.
        let missing: Missing
        let concepts: Set<String>

        var kind: TranslationWarning.Kind? { TranslationWarning.Kind(rawValue: warning) }
    }

    private enum Missing: String, Decodable, Sendable {
        /// Nothing: people say it in other words ("stop" for "do not").
        case ignored
        case told
        /// A loss, unless the lexicons find a counterpart ("coffre" for the chest of a treasure).
        case toldIfNotLearnt = "told-if-not-learnt"
    }

    private struct File: Decodable {
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

    /// Sorted by their names.
    private let groups: [Group]
    private let languages: [String: (phrases: OnDemand<PhraseTrie<Sense>>, known: Set<String>)]

    /// Nil if the file does not exist.
    static func read(_ path: String) throws(LanguageDataError) -> Concepts? {
        guard let file = try StrictJSON.decodeIfPresent(File.self, at: path) else { return nil }
        let known = Set(file.groups.values.flatMap(\.concepts))
        if let group = file.groups.values.first(where: { $0.kind == nil }) {
            throw .wrong(path, "no such warning as '\(group.warning)'")
        }
        if let concept = file.words.values.lazy.flatMap(\.keys).first(where: { !known.contains($0) }) {
            throw .wrong(path, "'\(concept)' is in no group")
        }
        return Concepts(file)
    }

    private init(_ file: File) {
        groups = file.groups.sorted { $0.key < $1.key }.map(\.value)
        languages = file.words.mapValues { words in
            (OnDemand { Self.trie(words) }, Set(words.filter { !$0.value.isEmpty }.keys))
        }
    }

    private static func trie(_ words: [String: [String]]) -> PhraseTrie<Sense> {
        var trie = PhraseTrie<Sense>()
        for (concept, phrases) in words {
            for phrase in phrases {
                let isWeak = phrase.hasPrefix("~")
                let parts = phrase.dropFirst(isWeak ? 1 : 0).split(separator: "…").map(String.init)
                if parts.count == 2 {
                    let pair = Pair(phrase: phrase, concept: concept)
                    trie.add(parts[0], isEmpty: Sense()) { $0.opens.insert(pair) }
                    trie.add(parts[1], isEmpty: Sense()) { $0.closes.insert(pair) }
                } else {
                    trie.add(parts[0], isEmpty: Sense()) {
                        $0.concepts.insert(concept)
                        $0.isWeak = $0.isWeak || isWeak
                    }
                }
            }
        }
        return trie
    }

    // MARK: Two lines

    /// Concepts of one group that are missing, and those found in their place, of concepts with words in both
    /// languages. Each kind of warning is told once, and none of `kinds`, which other checks tell already.
    func exchanges(
        _ source: CheckedLine, _ from: LanguageTag, _ translation: CheckedLine, _ to: LanguageTag,
        besides kinds: Set<TranslationWarning.Kind>
    ) -> [Difference] {
        guard let ours = languages[String(from.primary)], let theirs = languages[String(to.primary)] else { return [] }
        let here = mentions(in: source, ours.phrases.value)
        guard here.contains(where: { !$0.isWeak }) else { return [] }
        let there = mentions(in: translation, theirs.phrases.value)
        let lost = Self.unmatched(here, in: there, theirs.known)
        guard !lost.isEmpty else { return [] }
        let added = Self.unmatched(there, in: here, ours.known)
        // A word is told once, by the first of its groups: drops that became doses are not drops that are gone, too.
        var (told, kinds): (Set<Range<Int>>, _) = ([], kinds)
        return groups.compactMap { group in
            let ours = lost.filter { !$0.concepts.isDisjoint(with: group.concepts) && !told.contains($0.range) }
            let theirs = added.filter { !$0.concepts.isDisjoint(with: group.concepts) }
            guard let kind = group.kind, !ours.isEmpty, !theirs.isEmpty || group.missing != .ignored,
                !theirs.isEmpty || group.missing == .told
                    || !ours.allSatisfy({ source.known.isMeant($0.range, in: translation.known) }),
                kinds.insert(kind).inserted
            else { return nil }
            told.formUnion(ours.map(\.range))
            return Difference(kind: kind, source: ours.map(\.range), translation: theirs.map(\.range))
        }
    }

    private static func unmatched(_ mentions: [Mention], in others: [Mention], _ known: Set<String>) -> [Mention] {
        let concepts = others.reduce(into: Set<String>()) { $0.formUnion($1.concepts) }
        return mentions.filter {
            !$0.isWeak && $0.concepts.isDisjoint(with: concepts) && $0.concepts.isSubset(of: known)
        }
    }

    /// Whether a phrase of two parts ends here. A dash does not end one: "dürfen 24–48 Stunden nicht".
    private static func endsPair(_ mark: UInt32) -> Bool { [0x2C, 0x2E, 0x3B, 0x3A, 0x21, 0x3F].contains(mark) }

    private func mentions(in line: CheckedLine, _ phrases: PhraseTrie<Sense>) -> [Mention] {
        let (text, table) = (line.text, CharacterTable.shared)
        var mentions: [Mention] = []
        var open: [(pair: Pair, start: Int, words: Int)] = []
        var (index, words) = (0, 0)
        while index < text.count {
            guard table.isLetter(text.at(index)) else {
                if Self.endsPair(text.at(index)) { open = [] }
                index += 1
                continue
            }
            let runsOn = text.runsOn(index)
            words += 1
            guard let found = phrases.longest(in: text, at: index, runsOn: runsOn) else {
                index = runsOn ? index + 1 : text.lettersEnd(index)
                continue
            }
            let end = max(found.end, index + 1)
            if !found.meaning.concepts.isEmpty {
                mentions.append((found.meaning.concepts, index..<end, found.meaning.isWeak))
            }
            open.removeAll { words - $0.words > Self.widestGap }
            if let first = open.first(where: { found.meaning.closes.contains($0.pair) }) {
                mentions.append(([first.pair.concept], first.start..<end, first.pair.phrase.hasPrefix("~")))
                open = []
            }
            open += found.meaning.opens.map { ($0, index, words) }
            index = end
        }
        return mentions
    }
}
