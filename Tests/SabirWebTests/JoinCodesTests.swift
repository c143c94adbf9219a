import Testing

@testable import SabirWeb

@Suite struct JoinCodesTests {
    private let start = ContinuousClock.now
    private var codes = JoinCodes()

    private mutating func opens(_ code: String, _ room: String = "one", after: Duration = .zero) -> Bool {
        codes.use(code, for: room, now: start + after)
    }

    private mutating func make(_ number: Int, for room: String = "one", after: Duration = .zero) -> String {
        codes.make(for: room, now: start + after) { number }
    }

    @Test mutating func aCodeOpensItsRoomOnce() {
        let code = make(4_711)
        #expect(code == "00004711")
        let answers = [opens(code, "two"), opens(code), opens(code)]
        #expect(answers == [false, true, false])
    }

    @Test mutating func itIsTooOldAfterTenMinutes() {
        let (one, other) = (make(1), make(2))
        let answers = [opens(one, after: .seconds(599)), opens(other, after: .seconds(600))]
        #expect(answers == [true, false])
    }

    @Test(arguments: ["0000 4711", " 0000-4711", "٠٠٠٠٤٧١١", "００００ ４７１１"])
    mutating func itMayBeWrittenAsPeopleDo(_ written: String) {
        _ = make(4_711)
        let isOpen = opens(written)
        #expect(isOpen)
    }

    @Test(arguments: ["", "4711", "000047110", "abcdefgh"]) mutating func whatIsNoCodeOpensNothing(_ written: String) {
        _ = make(4_711)
        let isOpen = opens(written)
        #expect(!isOpen)
    }

    @Test mutating func noTwoAreAlike() {
        var numbers = [7, 7, 8]
        let first = codes.make(for: "one", now: start) { numbers.removeFirst() }
        let second = codes.make(for: "two", now: start) { numbers.removeFirst() }
        #expect(first != second)
    }

    @Test mutating func fiftyOfARoomCount() {
        let all = (0...JoinCodes.mostPerRoom).map { make($0) }
        let other = make(1_000, for: "two")
        let answers = [opens(all[0]), opens(all[1]), opens(other, "two")]
        #expect(answers == [false, true, true])
    }
}
