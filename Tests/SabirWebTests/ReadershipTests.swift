import SabirWire
import Testing

@testable import SabirWeb

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

    @Test func aLanguageIsReadAsLongAsSomebodyReadsIt() {
        var readers = Readership()
        let (early, late) = (
            Readership.Kind(lines: VisibleLines(after: 0)), Readership.Kind(lines: VisibleLines(after: 4))
        )
        for kind in [early, late, late] { readers.add("uk", kind) }
        #expect(readers.reads("uk", line: 4) && !readers.reads("es", line: 4))
        let first = readers.remove("uk", early)
        #expect(!first && !readers.reads("uk", line: 4) && readers.reads("uk", line: 5))
        let rest = [readers.remove("uk", late), readers.remove("uk", late)]
        #expect(rest == [false, true] && !readers.reads("uk", line: 5))
    }
}
