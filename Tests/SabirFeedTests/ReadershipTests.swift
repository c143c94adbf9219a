import SabirProtocol
import Testing

@testable import SabirFeed

/// Which lines a seat may see, and who reads what.
@Suite struct ReadershipTests {
    @Test func aSeatSeesWhatIsBehindItsNumber() {
        let lines = VisibleLines(after: 5, of: "a", in: ("a", 9))
        #expect([5, 6, 9, 10].map(lines.contains) == [false, true, true, true])
    }

    /// A node in memory was started again: its numbers are small, and all that is said from now on is to be seen.
    @Test func ofAnotherLifeASeatSeesWhatIsSaidFromNowOn() {
        let lines = VisibleLines(after: 500, of: "a", in: ("b", 3))
        #expect([3, 4].map(lines.contains) == [false, true])
    }

    @Test func whereTheNumberingBeginsAnewWhatIsSaidFromThenOnIsSeen() {
        var lines = VisibleLines(after: 500, of: "a", in: ("a", 600))
        lines.begin(newest: 2)
        #expect([2, 3].map(lines.contains) == [false, true])
        lines.begin(newest: 8)
        #expect(lines.contains(3), "What it may see it goes on seeing.")
    }

    private func id(_ number: UInt64) -> ReaderID { ReaderID(number: number) }

    @Test func aLanguageIsReadAsLongAsSomebodyReadsIt() {
        var readers = Readership()
        for (number, after) in [(1, 0), (2, 4), (3, 4)] as [(UInt64, Int)] {
            readers.add(id(number), .init(listening: .client("uk"), visible: VisibleLines(after: after)))
        }
        #expect(readers.reads("uk", line: 4) && !readers.reads("es", line: 4))
        let first = readers.remove(id(1))
        #expect(first?.wasLast == false && !readers.reads("uk", line: 4) && readers.reads("uk", line: 5))
        let rest = [readers.remove(id(2)), readers.remove(id(3)), readers.remove(id(3))].map { $0?.wasLast }
        #expect(rest == [false, true, nil] && !readers.reads("uk", line: 5))
    }

    /// Three who were here, one who came behind line 5, one who reads another language, a screen, a client of IRC.
    private var room: Readership {
        var readers = Readership()
        let (anna, boris) = (MemberID(rawValue: "anna"), MemberID(rawValue: "boris"))
        readers.add(id(1), .init(listening: .visitor(anna, "uk")))
        readers.add(id(2), .init(listening: .visitor(boris, "uk"), reads: ["es"]))
        readers.add(id(3), .init(listening: .desk("uk")))
        readers.add(id(4), .init(listening: .visitor(boris, "uk"), visible: VisibleLines(after: 5)))
        readers.add(id(5), .init(listening: .visitor(MemberID(rawValue: "eva"), "ar")))
        readers.add(id(6), .init(listening: .kiosk))
        readers.add(id(7), .init(listening: .client("ar"), visible: VisibleLines(after: 7)))
        return readers
    }

    private func told(_ readers: Readership, _ line: Int?, _ audience: Audience) -> [UInt64] {
        readers.recipients(of: line, audience).map(\.number).sorted()
    }

    @Test func onlyWhoMaySeeALineIsToldOfIt() {
        #expect(told(room, 6, .everyone) == [1, 2, 3, 4, 5])
        #expect(told(room, 8, .everyone) == [1, 2, 3, 4, 5, 7])
        #expect(told(room, 5, .everyone) == [1, 2, 3, 5])
        #expect(told(room, 5, .readers(of: "uk")) == [1, 2, 3])
        #expect(told(room, 6, .readers(of: "uk")) == [1, 2, 3, 4])
        #expect(told(room, 6, .readers(of: "ca")).isEmpty)
        #expect(told(room, nil, .readers(of: "ar")) == [5, 7])
        #expect(
            told(room, nil, .members([MemberID(rawValue: "boris")])) == [2, 4], "A desk and IRC are no members here.")
        #expect(told(room, 5, .members([MemberID(rawValue: "boris")])) == [2])
        #expect(told(room, nil, .screens) == [6])
    }

    @Test func whoHasGoneIsToldNothingAndTakesNothingFromTheOthers() {
        var readers = room
        _ = readers.remove(id(4))
        #expect(
            told(readers, 5, .readers(of: "uk")) == [1, 2, 3] && told(readers, 9, .readers(of: "uk")) == [1, 2, 3])
        #expect(readers.others("uk", line: 2) == [[], ["es"]])
        _ = readers.remove(id(2))
        #expect(readers.others("uk", line: 9) == [[]])
    }

    @Test func whatTheyAlsoReadCountsOfThoseAloneWhoMaySeeTheLine() {
        var readers = Readership()
        readers.add(id(1), .init(listening: .client("uk"), visible: VisibleLines(after: 3), reads: ["es"]))
        readers.add(id(2), .init(listening: .client("uk"), reads: ["ca"]))
        #expect(readers.others("uk", line: 3) == [["ca"]] && readers.others("uk", line: 4) == [["es"], ["ca"]])
        #expect(readers.others("ar", line: 4).isEmpty)
    }

    @Test func whereTheNumberingBeginsAnewAllSeeWhatIsSaidFromThenOn() {
        var readers = room
        readers.begin(newest: 2)
        #expect(told(readers, 3, .everyone) == [1, 2, 3, 4, 5, 7] && told(readers, 2, .everyone) == [1, 2, 3, 5])
        #expect(readers.others("uk", line: 3) == [[], ["es"]])
    }
}
