import SabirCore
import SabirProtocol

/// Terms that translations must keep, use or avoid. Immutable.
///
/// Terms are matched as words, ignoring letter case and accents. Inflected words get the benefit of the doubt: see
/// `WordForm`. That a preferred term is missing is a hint, not a proof.
package struct Glossary: Sendable {
    static let maximumConcepts = 50_000

    /// A term prepared for searching.
    struct IndexedTerm: Sendable {
        let term: GlossaryTerm
        let words: TermWords
        /// The readers it applies to; nil for every reader.
        let readingKey: String?
        let concept: Int
    }

    package let concepts: [GlossaryConcept]
    /// Terms by the beginning of their first word, so that one pass over a text finds them.
    private var entries: [[UInt32]: [IndexedTerm]] = [:]
    let byConcept: [[IndexedTerm]]

    package static let empty = Glossary([])

    /// Concepts with equal `id` are one concept; with several files, the last one's.
    package init(_ concepts: [GlossaryConcept]) {
        var seen: Set<String> = []
        let kept = concepts.reversed().filter { seen.insert($0.id).inserted }.prefix(Self.maximumConcepts)
        self.concepts = kept.reversed()
        byConcept = self.concepts.enumerated().map { number, concept in
            concept.terms.compactMap { IndexedTerm($0, of: number) }
        }
        for entry in byConcept.joined() {
            entries[WordForm.beginning(of: entry.words.first), default: []].append(entry)
        }
    }

    package var isEmpty: Bool { concepts.isEmpty }

    /// A version that changes with every term. Caches use it, because their translations were made with the glossary.
    package var version: String {
        var hash = FNV1a()
        for concept in concepts {
            hash.add(concept.id)
            hash.add(concept.isKept ? "kept" : "")
            for term in concept.terms {
                for part in [term.language?.description ?? "*", term.text, term.status.rawValue] { hash.add(part) }
            }
        }
        return hash.digits
    }

    /// Terms that texts in `language` keep in every translation, the longest first, so that the first match at a place
    /// is the whole term.
    package func doNotTranslateTerms(_ language: LanguageTag) -> [String] {
        let key = language.readingKey
        let kept = byConcept.joined().filter { concepts[$0.concept].isKept && $0.isRead(by: key) }
        return Set(kept.map(\.term.text)).sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// Terms whose first word `word` may be, in any form.
    func candidates(_ word: [UInt32]) -> [IndexedTerm] { entries[WordForm.beginning(of: word)] ?? [] }
}

extension Glossary.IndexedTerm {
    init?(_ term: GlossaryTerm, of concept: Int) {
        guard let words = TermWords(term.text) else { return nil }
        self.init(term: term, words: words, readingKey: term.language?.readingKey, concept: concept)
    }

    func isRead(by key: String) -> Bool { readingKey == nil || readingKey == key }
}
