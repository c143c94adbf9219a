import Foundation
import SabirCore
import SabirProtocol

/// Finds words of a line whose translation has lost them, or has another of their group: tomorrow for today, the back for
/// the chest.
///
/// `share/languages/concepts/words.json` has the groups, and by language the words for each concept. A concept that is
/// gone says little where people say it in other words ("stop" for "do not"): of such groups only lines are doubted that
/// have another of the group instead, which the original does not have. Of the rest ("today", "knee") any that is gone.
struct Concepts: Sendable {
    /// Concepts of one group that are gone, and those that stand there instead.
    struct Exchange {
        var warning: TranslationWarning.Kind
        var lost: [Range<Int>]
        var added: [Range<Int>]
    }

    /// What a phrase may mean. A word of several concepts ("mañana") has a counterpart in any of them.
    private struct Sense: Sendable {
        var concepts: Set<Int> = []
        /// Of a word that mostly means something else ("cap"): it may be a counterpart, and needs none.
        var isWeak = false
        /// Phrases of two parts ("darf … nicht") that it is the first part of, and the last.
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
        /// By primary subtag, from concept to phrases.
        let words: [String: [String: [String]]]

        private enum CodingKeys: String, CodingKey, CaseIterable { case groups, words }

        init(from decoder: Decoder) throws {
            try AnyKey.refuseUnknown(CodingKeys.self, decoder)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            groups = try values.decode([String: Group].self, forKey: .groups)
            words = try values.decode([String: [String: [String]]].self, forKey: .words)
        }
    }

    /// Words between the parts of a phrase of two.
    private static let widestGap = 8

    /// Sorted; with whether a concept is told that is gone and has none in its place.
    private let groups: [(warning: TranslationWarning.Kind, mustStay: Bool, concepts: Set<Int>)]
    private let languages: [String: (phrases: OnDemand<PhraseTrie<Sense>>, known: Set<Int>)]
    /// For each phrase of two parts, its concept.
    private let pairs: [Int]

    /// Nil where there is no such file.
    static func read(_ path: String) throws(LanguageDataError) -> OnDemand<Concepts>? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let file = try StrictJSON.decode(File.self, from: StrictJSON.bytes(of: path), at: path)
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

    /// Only of concepts that both languages have words for.
    func exchanges(
        _ source: CheckedLine, _ from: LanguageTag, _ translation: CheckedLine, _ to: LanguageTag
    ) -> [Exchange] {
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
            return Exchange(warning: group.warning, lost: ours.map(\.range), added: theirs.map(\.range))
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
                if Self.endsClause(text.at(index)) { open = [] }
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

    private static func endsClause(_ mark: UInt32) -> Bool {
        switch mark {
        case 0x2C, 0x2E, 0x3B, 0x3A, 0x21, 0x3F: true
        default: false
        }
    }
}
