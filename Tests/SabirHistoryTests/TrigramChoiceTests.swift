import Foundation
import SabirProtocol
import Testing

@testable import SabirHistory

struct TrigramChoiceTests {
    private let bytes = ["ing", "ver", "g b", "r x", "qqq"].map { Array($0.utf8) }

    /// The lines of a sample: what stands in each is said of its number.
    private func chosen(most: Int = 10, lines: Int = TrigramChoice.sample, _ text: (Int) -> [String]) -> [String] {
        var choice = TrigramChoice(bytes)
        for line in 0..<lines { choice.add(Array(text(line).joined(separator: " ~ ").utf8)) }
        return choice.chosen(most: most).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test func frequentSequencesAreNotAskedForWhereRareOnesDo() {
        let asked = chosen { line in
            ["ing", "ver"] + (line % 20 == 0 ? ["g b"] : []) + (line % 30 == 1 ? ["r x"] : []) + ["qqq"]
        }
        #expect(asked == ["r x", "g b"])
    }

    @Test func aFrequentSequenceIsAskedForWhereItSparesLines() {
        // Both in half of the lines, in the same half never.
        let asked = chosen { line in [line % 2 == 0 ? "ing" : "ver", "g b", "r x", "qqq"] }
        #expect(Set(asked) == ["ing", "ver"])
    }

    @Test func whatIsInNoLineOfTheSampleIsAskedForFirst() {
        #expect(chosen { _ in ["ing", "ver", "g b", "r x"] } == ["qqq"])
        #expect(chosen { _ in [] }.count == bytes.count)
        #expect(chosen(most: 2) { _ in [] }.count == 2)
        #expect(chosen(lines: 0) { _ in [] }.count == bytes.count)
    }

    @Test func linesBeyondTheSampleAreLeftOut() {
        let asked = chosen(lines: 2 * TrigramChoice.sample) { line in
            line < TrigramChoice.sample ? ["ing", "ver", "g b", "r x"] : ["qqq"]
        }
        #expect(asked == ["qqq"])
    }

    /// A room of so many numbers that a sample is taken: what it finds is what reading all lines finds.
    @Test func aLongRoomIsSearchedWhole() async throws {
        let folder = Folder()
        let store = openStore(folder)
        let room = await store.open(room: "long", name: "Long", epoch: "e").number
        let lines = (0..<800).map { number in
            let text = number % 200 == 7 ? "the bus is \(number)" : number % 2 == 0 ? "is the bus" : "bus the is"
            let message = Message(
                seq: 1 + number * 50, id: MessageID(), ts: Clock.start, member: MemberID(rawValue: "m"), from: "Anna",
                lang: LanguageTag("en")!, text: text)
            return HistoryLine(room: room, message: message)
        }
        await store.append(lines)
        try await indexAll(store)
        let found = await store.search(HistoryQuery("\"the bus is\"")).map(\.message.text)
        #expect(found == ["the bus is 607", "the bus is 407", "the bus is 207", "the bus is 7"])
        #expect(await store.search(HistoryQuery("bus is", limit: 1_000)).count == 800)
        #expect(await store.search(HistoryQuery("\"no such bus\"")).isEmpty)
        await store.close()
    }
}
