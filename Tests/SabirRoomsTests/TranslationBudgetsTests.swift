import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct TranslationBudgetsTests {
    private let anna: Member
    private let line = Message(
        seq: 1, id: .numbered(1), ts: 1, member: MemberID(rawValue: "m1"), from: "x", lang: "es",
        text: String(repeating: "x", count: 60))

    init() throws {
        var room = RoomState(settings: .test(), seed: 1, now: at(0))
        anna = try room.admit(.of("anna"), as: JoinContext(address: "10.0.0.1"), now: at(0)).member
    }

    @Test func whatIsSaidCheckedAndReadIsCountedApart() {
        var budgets = TranslationBudgets(RoomCeilings(saidPerMinute: 100))
        let said = [budgets.allows(line, by: anna, now: at(0)), budgets.allows(line, by: anna, now: at(0))]
        #expect(said == [true, false])
        let checked = [
            budgets.allows(draft: line.text, by: anna, now: at(0)),
            budgets.allows(draft: line.text, by: anna, now: at(0)),
        ]
        #expect(checked == [true, false])
        let lines = (1...6).map { Message.numbered(UInt64($0), $0, text: line.text) }
        let over = budgets.excess(of: lines, readBy: anna, now: at(0))
        #expect(over == [1], "Thrice as much may be read as said, the newest first.")
        let later = budgets.allows(line, by: anna, now: at(60))
        #expect(later)
    }

    @Test func questionsAreCountedInCharactersAndSaidSo() {
        var budgets = TranslationBudgets(RoomCeilings(charactersPerMinute: 100))
        let question = TranslationQuestion(id: "q", source: "es", target: "ca", texts: [line.text])
        let told = [
            budgets.excess(of: question, by: anna, now: at(0)), budgets.excess(of: question, by: anna, now: at(0)),
        ]
        #expect(told.first == .some(nil))
        #expect(told.last??.contains("100 characters") == true)
    }

    @Test func withoutALimitThereIsNone() {
        var budgets = TranslationBudgets(RoomCeilings())
        let isAllowed = (1...1_000).allSatisfy { _ in budgets.allows(line, by: nil, now: at(0)) }
        #expect(isAllowed)
    }
}

extension Message {
    fileprivate static func numbered(_ id: UInt64, _ seq: Int, text: String) -> Message {
        Message(seq: seq, id: .numbered(id), ts: 1, member: MemberID(rawValue: "m1"), from: "x", lang: "es", text: text)
    }
}
