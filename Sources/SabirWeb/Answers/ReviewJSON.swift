/// What a reviewer sees; everything is empty for others.
struct ReviewJSON: Encodable, Sendable {
    @OrNull var name: String?
    @OrNull var lang: String?
    var sections: [Section] = []

    struct Section: Encodable, Sendable {
        let id: String
        let part: String
        let name: String
        let digest: String
        @OrNull var verdict: String?
        let text: String
        let entries: [Entry]

        init(_ section: WebReviewSection) {
            (id, part, name, digest) = (section.id, section.part, section.name, section.digest)
            (text, entries) = (section.text, section.entries.map(Entry.init))
            verdict = section.verdict
        }
    }

    struct Entry: Encodable, Sendable {
        let id: String
        let digest: String
        let text: String
        @OrNull var reference: String?
        @OrNull var verdict: String?
        let better: String

        init(_ entry: WebReviewEntry) {
            (id, digest, text, better) = (entry.id, entry.digest, entry.text, entry.better)
            reference = entry.reference
            verdict = entry.verdict
        }
    }
}
