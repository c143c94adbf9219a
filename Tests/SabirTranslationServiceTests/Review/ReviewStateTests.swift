import Foundation
import SabirProtocol
import Testing

@testable import SabirNode

@Suite struct ReviewStateTests {
    private let polish = LanguageTag("pl")!
    private let turkish = LanguageTag("tr")!

    private func entry(
        _ text: String, meaning reference: String = "Take it.", id: String = "phrases/take"
    ) -> ReviewEntry {
        ReviewEntry(id: id, text: text, reference: reference)
    }

    private func word(
        _ verdict: ReviewRecord.Verdict, on entry: ReviewEntry, by: String, at seconds: Double = 0, text: String = "",
        in lang: LanguageTag? = nil
    ) throws -> ReviewRecord {
        try ReviewRecord(
            verdict, of: entry.id, digest: entry.digest, text: text, in: lang ?? polish, by: by,
            at: Date(timeIntervalSince1970: 1_000 + seconds))
    }

    @Test func threeReviewersStandBesideEachOther() throws {
        let take = entry("Proszę to wziąć.")
        let state = ReviewState([
            try word(.yes, on: take, by: "Anna"), try word(.better, on: take, by: "Boris", text: "Proszę zażyć."),
            try word(.yes, on: take, by: "Celal", in: turkish),
        ])
        #expect(state.word(of: "Anna", on: take, in: polish)?.verdict == .yes)
        #expect(state.word(of: "Boris", on: take, in: polish)?.text == "Proszę zażyć.")
        #expect(state.word(of: "Celal", on: take, in: polish) == nil, "Another language's.")
        #expect(state.records.count == 3)
        #expect(state.reviewers(of: take, in: polish).isEmpty, "Somebody says otherwise.")
        #expect(state.reviewers(of: take, in: turkish) == ["Celal"])
    }

    @Test func theLastWordOfEachCounts() throws {
        let take = entry("Proszę to wziąć.")
        var state = ReviewState([try word(.no, on: take, by: "Anna", at: 5), try word(.yes, on: take, by: "Boris")])
        state.add(try word(.yes, on: take, by: "Anna", at: 2))
        #expect(state.word(of: "Anna", on: take, in: polish)?.verdict == .no, "That was before.")
        state.add(try word(.yes, on: take, by: "Anna", at: 5))
        #expect(state.reviewers(of: take, in: polish) == ["Anna", "Boris"])
    }

    @Test func aChangedTextIsUnreviewedAgainAndSoIsOneThatIsToSayAnother() throws {
        let take = entry("Proszę to wziąć.")
        let state = ReviewState([try word(.yes, on: take, by: "Anna")])
        #expect(state.reviewers(of: entry("Proszę to wziąć!"), in: polish).isEmpty)
        #expect(state.reviewers(of: entry("Proszę to wziąć.", meaning: "Do not take it."), in: polish).isEmpty)
        #expect(state.reviewers(of: entry("Proszę to wziąć."), in: polish) == ["Anna"])
    }

    @Test func whereOneTextEndsAndTheNextBeginsCounts() {
        #expect(ReviewEntry.digest(["ab", "c"]) != ReviewEntry.digest(["a", "bc"]))
        #expect(ReviewEntry.digest(["ab"]) != ReviewEntry.digest(["ab", ""]))
    }

    @Test func accuracyAndCompletenessAreCountedApart() throws {
        let entries = ["a", "b", "c"].map { entry($0, id: "cues/\($0)") }
        let section = ReviewSection(.cues, "a", entries)
        var state = ReviewState([
            try word(.yes, on: entries[0], by: "Anna"), try word(.no, on: entries[1], by: "Boris"),
        ])
        var expected = ReviewProgress(entries: 3, reviewed: 1, objected: 1, sections: 1, complete: 0)
        #expect(state.progress(of: [section], in: polish) == expected && expected.unreviewed == 1)
        // The section is called like its first text.
        #expect(section.id == entries[0].id)
        state.add(
            try ReviewRecord(.complete, of: section.id, digest: section.digest, in: polish, by: "Anna", at: Date()))
        expected.complete = 1
        #expect(state.progress(of: [section], in: polish) == expected)
        let grown = ReviewSection(.cues, "a", entries + [entry("d", id: "cues/d")])
        #expect(state.progress(of: [grown], in: polish).complete == 0, "Nobody has seen it so.")
        state.add(
            try ReviewRecord(
                .missing, of: section.id, digest: section.digest, text: "e", in: polish, by: "Boris", at: Date()))
        #expect(state.progress(of: [section], in: polish).complete == 0)
    }

    @Test func whatCannotBeSaidIsASentence() {
        let digest = ReviewEntry.digest(["a"])
        func fails(
            _ verdict: ReviewRecord.Verdict, _ subject: String, _ digest: String, _ text: String, _ by: String
        ) -> Bool {
            (try? ReviewRecord(verdict, of: subject, digest: digest, text: text, in: polish, by: by, at: Date())) == nil
        }
        #expect(!fails(.better, "a", digest, "b", "Anna"))
        #expect(fails(.better, "a", digest, " \n", "Anna"))
        #expect(fails(.missing, "a", digest, "", "Anna"))
        #expect(fails(.better, "a", digest, String(repeating: "b", count: 2_001), "Anna"))
        #expect(fails(.yes, "a", digest, "", "\u{200B}"))
        #expect(fails(.yes, "a", "short", "", "Anna"))
        #expect(fails(.yes, "", digest, "", "Anna") && fails(.yes, "a\u{1B}", digest, "", "Anna"))
    }
}
