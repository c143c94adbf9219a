import Foundation
import SabirProtocol
import Testing

@testable import SabirClient

/// The outbox that outlives its program, without a disk.
@Suite struct OutboxJournalTests {
    static func draft(_ text: String, said: Int = 0, id: MessageID = MessageID()) -> KeptDraft {
        KeptDraft(Draft(text: text), id: id, lang: "es", said: said)
    }

    private let head = OutboxFile.Head(name: "anna", device: "secret", room: "r", ways: ["Reception"])

    private func read(_ file: Data) throws -> OutboxJournal { try OutboxFile(file).journal }

    @Test func whatIsSaidWaitsInOrderUntilItIsSettled() {
        var journal = OutboxJournal()
        let drafts = ["one", "two", "three"].map { Self.draft($0) }
        for draft in drafts { journal.apply(.said(draft)) }
        journal.apply(.said(drafts[1]))
        #expect(journal.waiting == drafts)
        journal.apply(.settled(drafts[1].id))
        journal.apply(.settled(drafts[1].id))
        #expect(journal.waiting.map(\.text) == ["one", "three"])
    }

    @Test func itIsBounded() {
        var journal = OutboxJournal()
        for number in 0..<OutboxJournal.capacity { journal.apply(.said(Self.draft("\(number)"))) }
        #expect(journal.isFull)
        journal.apply(.settled(journal.waiting[0].id))
        #expect(!journal.isFull)
    }

    @Test func aDayIsTheLimit() {
        var journal = OutboxJournal()
        for said in [0, 1, 90_000_000] { journal.apply(.said(Self.draft("at \(said)", said: said))) }
        #expect(journal.expired(now: OutboxJournal.lifetime).isEmpty)
        #expect(journal.expired(now: OutboxJournal.lifetime + 1).map(\.text) == ["at 0"])
        #expect(journal.expired(now: -5).isEmpty, "A clock set back makes nothing old.")
    }

    @Test func aFileGivesBackWhatWasWritten() throws {
        var file = OutboxFile(head: head)
        let awkward = KeptDraft(
            Draft(text: "línea\n\"dos\" 🙂\\", lang: LanguageTag("pt-BR"), reply: MessageID()), id: MessageID(),
            lang: "es", said: 1_700_000_000_000)
        let gone = Self.draft("gone")
        let records: [OutboxJournal.Record] = [.said(gone), .said(awkward), .settled(gone.id)]
        for record in records { file.journal.apply(record) }
        let log = records.reduce(OutboxFile.line(head)) { $0 + OutboxFile.line($1) }
        #expect(try OutboxFile(log) == file, "Record by record.")
        #expect(try OutboxFile(file.data) == file, "Written anew.")
        #expect(file.journal.waiting == [awkward])
    }

    @Test func whatAnEarlierProgramWroteIsRead() throws {
        func id(_ n: Int) -> String { "5e0c9dc5-57d5-4a2c-a6f0-9f0f0a2f2b1\(n)" }
        func said(_ fields: String) -> String { #"{"said":{\#(fields),"lang":"pt-BR","said":7}}"# }
        let lines = [
            #"{"version":1,"name":"a","device":"d","ways":[]}"#,
            said(#""id":"\#(id(0))","text":"ol\u00e1","reply":"\#(id(9))""#),
            said(#""id":"\#(id(1))","text":"oi","corrects":"\#(id(0))""#),
            said(#""id":"\#(id(2))","text":"","retracts":"\#(id(0))""#),
            said(#""id":"\#(id(3))","text":"hola","confirms":"\#(id(0))""#), #"{"settled":"\#(id(1))"}"#,
        ]
        let waiting = try read(Data(lines.map { $0 + "\n" }.joined().utf8)).waiting
        let first = try #require(MessageID(id(0)))
        #expect(waiting.map(\.id.description) == [id(0), id(2), id(3)] && waiting.allSatisfy { $0.said == 7 })
        #expect(waiting.map(\.revision) == [nil, .retracts(first), .confirms(first, of: first)])
        #expect(waiting.map(\.text) == ["olá", "", "hola"] && waiting[0].lang.description == "pt-BR")
        #expect(waiting[0].reply?.description == id(9))
    }

    /// As a line that is typed: the file may have been changed by hand.
    @Test func whatIsReadBackIsCleaned() throws {
        let (id, text) = (MessageID().description, #"a\u202e\u0007b\nc"#)
        let said = #"{"said":{"id":"\#(id)","text":"\#(text)","lang":"es","said":1}}"# + "\n"
        let waiting = try read(OutboxFile.line(head) + Data(said.utf8)).waiting
        #expect(waiting.map(\.text) == ["ab\nc"] && waiting.map(\.draft.text) == ["ab\nc"])
    }

    /// A program may be killed in the middle of any write.
    @Test func whereverItIsCutWhatWasWholeIsThere() throws {
        let drafts = ["uno", "dos ñ 🙂", "tres"].map { Self.draft($0) }
        let lines = drafts.map { OutboxFile.line(OutboxJournal.Record.said($0)) }
        let start = OutboxFile.line(head)
        let whole = lines.reduce(start, +)
        for length in start.count...whole.count {
            var (end, count) = (start.count, 0)
            while count < lines.count, end + lines[count].count <= length {
                end += lines[count].count
                count += 1
            }
            #expect(try read(whole.prefix(length)).waiting == Array(drafts.prefix(count)))
        }
    }

    @Test(arguments: [
        "", "\n", "{}\n", "[1]\n", "\u{0}\u{0}\n", #"{"version":2,"name":"a","device":"d","ways":[]}"# + "\n",
        #"{"version":1,"name":"a","device":"d","ways":[]}"# + "\nnonsense\n",
        #"{"version":1,"name":"a","device":"d","ways":[]}"# + "\n\n",
        #"{"version":1,"name":"a","device":"d","ways":[]}"# + "\n" + #"{"settled":"no id"}"# + "\n",
        #"{"version":1,"name":"a","device":"d","ways":[]}"# + "\n{}\n",
        #"{"version":1,"name":"a","device":"d","ways":[]}"# + "\n"
            + #"{"said":{"id":"5e0c9dc5-57d5-4a2c-a6f0-9f0f0a2f2b10","text":"","lang":"es","said":1}}"# + "\n",
        #"{"version":1,"name":"a","device":"d","ways":[]}"# + "\n"
            + #"{"said":{"id":"5e0c9dc5-57d5-4a2c-a6f0-9f0f0a2f2b10","text":"x","lang":"!","said":1}}"# + "\n",
    ])
    func whatIsNoOutboxIsDamaged(text: String) {
        #expect(throws: OutboxFile.Damage.self) { try OutboxFile(Data(text.utf8)) }
    }
}
