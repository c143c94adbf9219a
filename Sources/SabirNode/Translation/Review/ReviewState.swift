import SabirProtocol

/// The current judgements, computed from all records. Pure.
///
/// Each reviewer's last judgement of a text stands beside those of others. A text is reviewed if somebody's last
/// judgement of its present version is yes, and nobody's is another.
package struct ReviewState: Sendable {
    /// By language, key and reviewer.
    private var standing: [LanguageTag: [String: [String: ReviewRecord]]] = [:]

    package init(_ records: [ReviewRecord] = []) {
        for record in records { add(record) }
    }

    /// Adds a record; of two at the same time, the one added later counts.
    package mutating func add(_ record: ReviewRecord) {
        if let before = standing[record.lang]?[record.key]?[record.by], before.at > record.at { return }
        standing[record.lang, default: [:]][record.key, default: [:]][record.by] = record
    }

    /// The current records, always in the same order.
    package var records: [ReviewRecord] {
        standing.values.flatMap(\.values).flatMap(\.values).sorted {
            ($0.lang.description, $0.subject, $0.by, $0.verdict.rawValue)
                < ($1.lang.description, $1.subject, $1.by, $1.verdict.rawValue)
        }
    }

    /// That reviewer's judgement of this version of a text, or of what a section lacks; nil without one.
    package func word(of by: String, on subject: some Reviewable, in lang: LanguageTag) -> ReviewRecord? {
        words(on: subject, lang).first { $0.by == by }
    }

    /// Reviewers who said yes to this version of the text if nobody said otherwise; empty otherwise.
    package func reviewers(of entry: ReviewEntry, in lang: LanguageTag) -> [String] {
        let words = words(on: entry, lang)
        return words.allSatisfy { $0.verdict == .yes } ? words.map(\.by).sorted() : []
    }

    package func progress(of sections: [ReviewSection], in lang: LanguageTag) -> ReviewProgress {
        var progress = ReviewProgress()
        for section in sections {
            progress.sections += 1
            let whole = words(on: section, lang)
            if !whole.isEmpty, whole.allSatisfy({ $0.verdict == .complete }) { progress.complete += 1 }
            for entry in section.entries {
                progress.entries += 1
                let words = words(on: entry, lang)
                if words.contains(where: { $0.verdict != .yes }) {
                    progress.objected += 1
                } else if !words.isEmpty || entry.reviewer != nil {
                    progress.reviewed += 1
                }
            }
        }
        return progress
    }

    private func words(on subject: some Reviewable, _ lang: LanguageTag) -> [ReviewRecord] {
        standing[lang]?[subject.key]?.values.filter { $0.digest == subject.digest } ?? []
    }
}

/// Counts of the texts to review in a language.
package struct ReviewProgress: Sendable, Equatable {
    package var entries = 0
    /// Entries with a yes and no other judgement.
    package var reviewed = 0
    /// Entries that somebody called wrong or corrected.
    package var objected = 0
    package var sections = 0
    /// Sections that somebody called complete and nobody otherwise.
    package var complete = 0

    package var unreviewed: Int { entries - reviewed - objected }
}
