import SabirWire

/// Names that translations must keep, use or avoid. Built once, immutable.
///
/// Terms are found as whole words without regard to letter case and accents. In the translation a term may go on
/// ("injection" in "injections"), as words bend; where a language bends them in their stem, `missingPreferred` is a
/// hint, not a proof.
package struct Glossary: Sendable {
    package static let maximumConcepts = 50_000

    /// A term made ready for searching.
    struct Entry: Sendable {
        let term: GlossaryTerm
        let words: TermWords
        /// Nil: every reader.
        let readingKey: String?
        let concept: Int
    }

    package let concepts: [GlossaryConcept]
    /// By the first word of the term, so that a text is gone through once.
    private var entries: [String: [Entry]] = [:]
    private let byConcept: [[Entry]]

    package static let empty = Glossary([])

    /// Concepts of one `id` count as one: of several files, the last one's.
    package init(_ concepts: [GlossaryConcept]) {
        var seen: Set<String> = []
        let kept = concepts.reversed().filter { seen.insert($0.id).inserted }.prefix(Self.maximumConcepts)
        self.concepts = kept.reversed()
        byConcept = self.concepts.enumerated().map { number, concept in
            concept.terms.compactMap { Entry($0, of: number) }
        }
        for entry in byConcept.joined() { entries[entry.words.first, default: []].append(entry) }
    }

    package var isEmpty: Bool { concepts.isEmpty }

    /// Changes whenever a term does: for caches, whose translations were made with it.
    package var version: String {
        var hash = StableHash()
        for concept in concepts {
            hash.add(concept.id)
            hash.add(concept.isKept ? "kept" : "")
            for term in concept.terms {
                for part in [term.language?.description ?? "*", term.text, term.status.rawValue] { hash.add(part) }
            }
        }
        return hash.text
    }

    /// The names that texts in `language` must keep through any translation, the longest first, so that the first one
    /// that fits a place is the whole name.
    package func doNotTranslateTerms(_ language: LanguageTag) -> [String] {
        let key = language.readingKey
        let kept = byConcept.joined().filter { concepts[$0.concept].isKept && $0.isRead(by: key) }
        return Set(kept.map(\.term.text)).sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// Where such names stand in a text, from left to right, none overlapping.
    package func doNotTranslateRanges(in text: String, _ language: LanguageTag) -> [Range<String.Index>] {
        let key = language.readingKey
        let found = occurrences(in: TermText(text), readingKey: key, mayGoOn: false)
            .filter { concepts[$0.entry.concept].isKept }
        return found.reduce(into: []) { ranges, next in
            if ranges.last.map({ $0.upperBound <= next.range.lowerBound }) ?? true { ranges.append(next.range) }
        }
    }

    /// What is wrong with a translation by this glossary, in the order of the source; nothing for a source without
    /// any of its terms.
    package func check(
        _ source: String, from: LanguageTag, translation: String, to: LanguageTag
    ) -> [GlossaryFinding] {
        guard !isEmpty else { return [] }
        let found = occurrences(in: TermText(source), readingKey: from.readingKey, mayGoOn: true)
        guard !found.isEmpty else { return [] }
        let translated = occurrences(in: TermText(translation), readingKey: to.readingKey, mayGoOn: true)
        var seen: Set<Int> = []
        return found.filter { $0.entry.term.status != .forbidden && seen.insert($0.entry.concept).inserted }
            .flatMap { findings(for: $0.entry, translated, to.readingKey) }
    }

    private func findings(for entry: Entry, _ translated: [Occurrence], _ key: String) -> [GlossaryFinding] {
        let concept = concepts[entry.concept]
        let mine = translated.filter { $0.entry.concept == entry.concept }
        let right = mine.filter { $0.entry.term.status != .forbidden }
        if concept.isKept {
            let isKept = right.contains { $0.entry.term.text == entry.term.text }
            guard !isKept else { return [] }
            return [GlossaryFinding(.notKept, entry.term.text, expected: entry.term.text, concept)]
        }
        let expected = byConcept[entry.concept].first { $0.term.status == .preferred && $0.isRead(by: key) }
        let forbidden = mine.filter { wrong in
            wrong.entry.term.status == .forbidden && !right.contains { $0.range.contains(wrong.range) }
        }
        if let wrong = forbidden.first {
            return [GlossaryFinding(.forbidden, wrong.entry.term.text, expected: expected?.term.text, concept)]
        }
        guard right.isEmpty, let expected else { return [] }
        return [GlossaryFinding(.missingPreferred, entry.term.text, expected: expected.term.text, concept)]
    }

    struct Occurrence {
        let entry: Entry
        let range: Range<String.Index>
    }

    /// From left to right, at one place the longest first.
    private func occurrences(in text: TermText, readingKey: String, mayGoOn: Bool) -> [Occurrence] {
        var found: [Occurrence] = []
        for (place, word) in text.words.enumerated() {
            for start in candidates(word.folded, mayGoOn) {
                let here = start.compactMap { entry -> Occurrence? in
                    guard entry.isRead(by: readingKey) else { return nil }
                    return text.range(of: entry.words, at: place, mayGoOn: mayGoOn).map {
                        Occurrence(entry: entry, range: $0)
                    }
                }
                found += here
            }
        }
        return found.sorted { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
    }

    /// Entries whose first word is this one, or may be its beginning. In scripts without spaces a word is
    /// one character, as `TermText` makes them.
    private func candidates(_ word: String, _ mayGoOn: Bool) -> [[Entry]] {
        guard mayGoOn else { return entries[word].map { [$0] } ?? [] }
        var found: [[Entry]] = []
        var prefix = ""
        for character in word {
            prefix.append(character)
            if let entries = entries[prefix] { found.append(entries) }
        }
        return found
    }
}

extension Glossary.Entry {
    init?(_ term: GlossaryTerm, of concept: Int) {
        guard let words = TermWords(term.text) else { return nil }
        self.init(term: term, words: words, readingKey: term.language?.readingKey, concept: concept)
    }

    func isRead(by key: String) -> Bool { readingKey == nil || readingKey == key }
}

extension GlossaryFinding {
    fileprivate init(_ kind: Kind, _ term: String, expected: String?, _ concept: GlossaryConcept) {
        self.init(kind: kind, term: term, expected: expected, concept: concept.id)
    }
}
