import SabirProtocol

/// Checks whether translations use the glossary's terms.
extension Glossary {
    /// What the glossary objects to in a translation, in the order of the source; nothing if the source has none of its
    /// terms. A longer term hides a shorter one inside it ("blood pressure" hides "pressure"). If several concepts
    /// share a name ("shot"), any of their translations is accepted.
    package func check(
        _ source: String, from: LanguageTag, translation: String, to: LanguageTag
    ) -> [TranslationWarning] {
        guard !isEmpty else { return [] }
        let text = TermText(source)
        let places = places(in: text, readingKey: from.readingKey)
        guard !places.isEmpty else { return [] }
        let answer = TermText(translation)
        let key = to.readingKey
        var seen: Set<Int> = []
        return places.compactMap { place in
            let new = place.entries.filter { seen.insert($0.concept).inserted }
            let warnings = new.map { warning(for: $0, written: text.written(place.words), in: answer, key) }
            return warnings.contains(nil) ? nil : warnings.first ?? nil
        }
    }

    private struct Place {
        let words: Range<Int>
        var entries: [IndexedTerm]
    }

    private func places(in text: TermText, readingKey: String) -> [Place] {
        var places: [Place] = []
        for start in text.words.indices {
            var found: [Range<Int>: [IndexedTerm]] = [:]
            for entry in sources(text.words[start].letters, readingKey) {
                guard let words = text.holds(entry.words, at: start, by: .sure) else { continue }
                found[words, default: []].append(entry)
            }
            guard let longest = found.max(by: { $0.key.count < $1.key.count }) else { continue }
            if let last = places.last, last.words.upperBound >= longest.key.upperBound { continue }
            places.append(Place(words: longest.key, entries: longest.value))
        }
        return places
    }

    private func sources(_ word: [UInt32], _ readingKey: String) -> [IndexedTerm] {
        WordForm.bare(word).flatMap(candidates).filter {
            $0.isRead(by: readingKey) && $0.term.status != .forbidden
        }
    }

    private func warning(
        for entry: IndexedTerm, written: String, in answer: TermText, _ key: String
    ) -> TranslationWarning? {
        if concepts[entry.concept].isKept {
            let isKept = !answer.places(of: entry.words, by: .whole).isEmpty
            return isKept ? nil : TranslationWarning(kind: .protectionLost, words: [written])
        }
        let names = byConcept[entry.concept].filter { $0.isRead(by: key) }
        let right = names.filter { $0.term.status != .forbidden }
        if let wrong = names.first(where: { $0.term.status == .forbidden && isUsed($0, in: answer, beside: right) }) {
            return TranslationWarning(kind: .forbiddenTerm, words: [written], counterparts: [wrong.term.text])
        }
        guard let expected = right.first(where: { $0.term.status == .preferred })?.term.text,
            !right.contains(where: { answer.mayHold($0.words) })
        else { return nil }
        return TranslationWarning(kind: .term, words: [written], counterparts: [expected])
    }

    /// Whether the forbidden term is used, other than as part of an accepted one ("pressure" of "blood pressure").
    private func isUsed(_ wrong: IndexedTerm, in answer: TermText, beside right: [IndexedTerm]) -> Bool {
        answer.places(of: wrong.words, by: .sure).contains { place in
            !right.contains { entry in
                answer.places(of: entry.words, by: .exact).contains { $0.contains(place) }
                    || answer.places(of: entry.words, by: .possible).contains {
                        $0.contains(place) && $0.count > place.count
                    }
            }
        }
    }
}
