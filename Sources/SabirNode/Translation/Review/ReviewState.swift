import SabirProtocol

/// What stands of all that reviewers said. Pure.
///
/// Each reviewer's last word on a text stands beside those of others. A text is reviewed where somebody's last word on it,
/// as it is now, is yes, and nobody's is another.
package struct ReviewState: Sendable {
    private struct Subject: Hashable {
        let lang: LanguageTag
        let id: String
        /// A section and an entry may bear one id.
        let isSection: Bool
    }

    private var standing: [Subject: [String: ReviewRecord]] = [:]

    package init(_ records: [ReviewRecord] = []) {
        for record in records { take(record) }
    }

    /// Of two at one time the one taken later stands.
    package mutating func take(_ record: ReviewRecord) {
        let subject = Subject(lang: record.lang, id: record.subject, isSection: record.verdict.isOfSection)
        if let before = standing[subject]?[record.by], before.at > record.at { return }
        standing[subject, default: [:]][record.by] = record
    }

    /// All that stands, in an order that is the same each time.
    package var records: [ReviewRecord] {
        standing.values.flatMap(\.values).sorted {
            ($0.lang.description, $0.subject, $0.by, $0.verdict.rawValue)
                < ($1.lang.description, $1.subject, $1.by, $1.verdict.rawValue)
        }
    }

    /// What that reviewer said of this very text; nil where they have yet to.
    package func word(of by: String, on entry: ReviewEntry, in lang: LanguageTag) -> ReviewRecord? {
        words(on: entry, lang).first { $0.by == by }
    }

    /// The same of what a section lacks.
    package func word(of by: String, on section: ReviewSection, in lang: LanguageTag) -> ReviewRecord? {
        words(on: section, lang).first { $0.by == by }
    }

    /// Who said yes to this very text, where nobody said otherwise; else nobody.
    package func reviewers(of entry: ReviewEntry, in lang: LanguageTag) -> [String] {
        let words = words(on: entry, lang)
        return words.allSatisfy { $0.verdict == .yes } ? words.map(\.by).sorted() : []
    }

    /// How much of these sections is reviewed.
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

    private func words(on entry: ReviewEntry, _ lang: LanguageTag) -> [ReviewRecord] {
        words(on: Subject(lang: lang, id: entry.id, isSection: false), entry.digest)
    }

    private func words(on section: ReviewSection, _ lang: LanguageTag) -> [ReviewRecord] {
        words(on: Subject(lang: lang, id: section.id, isSection: true), section.digest)
    }

    private func words(on subject: Subject, _ digest: String) -> [ReviewRecord] {
        standing[subject].map { $0.values.filter { $0.digest == digest } } ?? []
    }
}

/// Counts of what there is to review in a language.
package struct ReviewProgress: Sendable, Equatable {
    package var entries = 0
    /// Somebody said yes, and nobody otherwise.
    package var reviewed = 0
    /// Somebody said that it is wrong, or how it should be.
    package var objected = 0
    package var sections = 0
    /// Of those, the ones in which somebody says that nothing is missing, and nobody otherwise.
    package var complete = 0

    /// Nobody said anything.
    package var unreviewed: Int { entries - reviewed - objected }
}
