import SabirProtocol
import Testing

@testable import SabirHistory

@Suite struct HistoryHitTests {
    private func hit(_ words: String, in text: String) -> HistoryHit {
        HistoryHit(
            room: RoomNumber(value: 1),
            message: Message(
                seq: 1, id: MessageID(), ts: 0, member: MemberID(rawValue: "m"), from: "Anna", lang: LanguageTag("en")!,
                text: text), matches: SearchTerms(words).ranges(in: text))
    }

    private func excerpt(_ words: String, in text: String, _ length: Int) -> (text: String, matches: [String]) {
        let made = hit(words, in: text).excerpt(length)
        return (made.text, made.matches.map { String(made.text[$0]) })
    }

    @Test func aShortTextIsShownWhole() {
        let made = excerpt("TWO", in: "one two three", 120)
        #expect(made.text == "one two three" && made.matches == ["two"])
        #expect(excerpt("", in: "one", 120).matches.isEmpty)
    }

    @Test func aLongOneIsCutAroundItsFirstMatch() {
        let text = String(repeating: "a", count: 50) + " ñandú " + String(repeating: "b", count: 50) + " nandu"
        let made = excerpt("nandu", in: text, 30)
        #expect(made.text.hasPrefix("…aaa") && made.text.hasSuffix("b…") && made.text.count == 32)
        // The second match lies outside.
        #expect(made.matches == ["ñandú"])
    }
}
