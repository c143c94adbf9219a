import Testing

@testable import SabirWeb

@Suite struct ReadingsNotedTests {
    private actor Written {
        private(set) var lines: [String] = []
        func add(_ line: String) { lines.append(line) }
    }

    @Test func `a login that reads a room along is written down once an hour, each by itself`() async {
        let (readings, written, start) = (ReadingsNoted(), Written(), ContinuousClock.now)
        func reads(_ token: String, _ room: String, after seconds: Int) async {
            await readings.note(token, reading: room, now: start + .seconds(seconds)) {
                await written.add("\(token) \(room) \(seconds)")
            }
        }
        await reads("a", "ward", after: 0)
        await reads("a", "ward", after: 3_599)
        await reads("a", "door", after: 3_599)
        await reads("b", "ward", after: 3_599)
        await reads("a", "ward", after: 3_600)
        await reads("b", "ward", after: 3_601)
        #expect(await written.lines == ["a ward 0", "a door 3599", "b ward 3599", "a ward 3600"])
    }

    @Test func `whoever asks while it is being written down waits for it too`() async {
        let (readings, written) = (ReadingsNoted(), Written())
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = readings.note("a", reading: "ward", now: .now) {
            for await _ in gate { break }
            await written.add("first")
        }
        async let second: Void = readings.note("a", reading: "ward", now: .now) {
            for await _ in gate { break }
            await written.add("second")
        }
        open.finish()
        _ = await (first, second)
        #expect(await written.lines.count == 1)
    }
}
