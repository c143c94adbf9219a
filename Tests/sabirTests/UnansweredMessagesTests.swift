import SabirClient
import SabirProtocol
import Testing

@testable import sabir

/// What waits for the room's answer, without a file.
@Suite struct UnansweredMessagesTests {
    private var unanswered = UnansweredMessages(StoredOutbox(unkept: "anna", because: Sentence("no folder")))

    private func draft(_ text: String, said: Int = 0, revision: Revision? = nil) -> KeptDraft {
        KeptDraft(Draft(text: text, revision: revision), id: MessageID(), lang: "es", said: said)
    }

    @Test("show a message as late once, after two seconds")
    mutating func late() {
        let (one, two) = (draft("one", said: 1_000), draft("two", said: 2_500))
        for draft in [one, two] { unanswered.keep(draft) }
        #expect(unanswered.takeLate(now: 2_999).isEmpty && unanswered.hasUnshown)
        #expect(unanswered.takeLate(now: 3_000) == [one])
        #expect(unanswered.takeLate(now: 3_001).isEmpty && unanswered.hasUnshown)
        #expect(unanswered.takeLate() == [two])
        #expect(!unanswered.hasUnshown && unanswered.waiting == [one, two])
    }

    @Test("are settled by their answer")
    mutating func settled() {
        let one = draft("one")
        unanswered.keep(one)
        #expect(unanswered[one.id] == one)
        unanswered.settle(one.id)
        #expect(unanswered[one.id] == nil && unanswered.waiting.isEmpty && unanswered.takeLate().isEmpty)
    }

    @Test("tell once that they are not kept")
    mutating func fault() {
        #expect(!unanswered.isKept)
        #expect(unanswered.takeNewFault() == Sentence("no folder"))
        #expect(unanswered.takeNewFault() == nil)
    }

    @Test("count back from what is still on its way to what the room has told")
    mutating func own() {
        var told = RecentLines()
        let (said, other, waits) = (message(), message(), draft("three"))
        _ = told.add(said, own: true)
        _ = told.add(other, own: false)
        unanswered.keep(waits)
        #expect(unanswered.own(back: 1, before: told) == waits.id)
        #expect(unanswered.own(back: 2, before: told) == said.id)
        #expect(unanswered.own(back: 3, before: told) == nil)
        unanswered.keep(draft("corrected", revision: .corrects(said.id)))
        #expect(unanswered.own(back: 2, before: told) == said.id)
        unanswered.keep(draft("", revision: .retracts(waits.id)))
        #expect(unanswered.own(back: 1, before: told) == said.id, "It is about to be taken back.")
        unanswered.keep(draft("", revision: .retracts(said.id)))
        #expect(unanswered.own(back: 1, before: told) == nil)
    }

    @Test("forget of what the room told whatever was taken back, with its corrections")
    func recent() {
        var told = RecentLines()
        let said = message()
        let correction = message(MessageID(), "hola a todos", revision: .corrects(said.id))
        #expect(told.add(said, own: false).isEmpty && told.add(correction, own: false).isEmpty)
        #expect(told.find(.newest) == correction.id)
        let gone = told.add(message(MessageID(), "", revision: .retracts(said.id)), own: false)
        #expect(Set(gone) == [said.id, correction.id])
        #expect(told[said.id] == nil && told.find(.newest) == nil)
    }
}
