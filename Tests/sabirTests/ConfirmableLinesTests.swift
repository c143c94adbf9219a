import SabirProtocol
import SabirTranslation
import Testing

@testable import sabir

/// The numbers by which an interpreter at a terminal confirms lines.
@Suite struct ConfirmableLinesTests {
    private func line(_ seq: Int) -> Message {
        Message(
            seq: seq, id: MessageID(), ts: 0, member: MemberID(rawValue: "m1"), from: "anna", lang: "es", text: "\(seq)"
        )
    }

    @Test func aNumberMeansWhatStoodBesideItWhateverIsSaidSince() {
        var lines = ConfirmableLines()
        let (first, second) = (line(1), line(2))
        #expect(lines[1] == nil)
        lines.record(.untranslated(.noEngine), of: first)
        #expect(lines.list().map(\.message) == [first])
        lines.remove(first.id)
        lines.record(.untranslated(.noEngine), of: second)
        #expect(lines[1]?.message == first, "Not the newer one.")
        #expect(lines.list().map(\.message) == [second])
        #expect(lines[1]?.message == second && lines[2] == nil && lines[0] == nil)
    }

    @Test func whatWasTakenBackIsNoLongerThere() {
        var lines = ConfirmableLines()
        let first = line(1)
        lines.record(.untranslated(.noEngine), of: first)
        _ = lines.list()
        lines.retract([first.id])
        #expect(lines[1] == nil && lines.list().isEmpty)
    }

    @Test func itIsBoundedAndWithoutLinesThatNeedNoTranslation() {
        var lines = ConfirmableLines()
        lines.record(.same("hola"), of: line(1))
        #expect(lines.list().isEmpty)
        for seq in 1...30 { lines.record(.untranslated(.noEngine), of: line(seq)) }
        #expect(lines.list().map(\.message.seq) == Array(11...30))
    }

    @Test func theCommandNamesANumberAndPerhapsTheRightWords() {
        #expect(ChatCommand(typed: "/confirm") == .confirm(number: nil, text: nil))
        #expect(ChatCommand(typed: "/confirm 2") == .confirm(number: 2, text: nil))
        #expect(ChatCommand(typed: "/confirm 2 Prengui'n dues") == .confirm(number: 2, text: "Prengui'n dues"))
        for wrong in ["/confirm 0", "/confirm 21", "/confirm dues"] {
            guard case .refused(let fault)? = ChatCommand(typed: wrong) else {
                Issue.record("\(wrong) was taken")
                continue
            }
            #expect(fault.sentence.name == "usage-number")
        }
    }
}
