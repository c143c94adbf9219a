import Testing

@testable import SabirCluster

@Suite(.timeLimit(.minutes(1))) struct OpeningRoomsTests {
    private func rooms(_ count: Int, ready: Int, patience: Duration) async -> OpeningRooms {
        let opening = OpeningRooms(patience: patience)
        for number in 0..<count {
            await opening.add { if number < ready { await opening.ready("\(number)") } }
        }
        return opening
    }

    @Test func itStartsAllRoomsAndWaitsForThem() async {
        let opening = await rooms(10 * OpeningRooms.width, ready: .max, patience: .seconds(3_600))
        await opening.startAllRooms()
        #expect(await opening.missing == 0)
    }

    @Test func whereNoRoomComesItIsOverAfterItsPatienceAndTheRestIsStarted() async {
        let (started, told) = AsyncStream.makeStream(of: Void.self)
        let opening = OpeningRooms(patience: .milliseconds(1))
        let count = 3 * OpeningRooms.width
        for _ in 0..<count { await opening.add { told.yield() } }
        await opening.startAllRooms()
        var heard = 0
        for await _ in started {
            heard += 1
            if heard == count { break }
        }
        #expect(await opening.missing == count)
    }

    @Test func aRoomThatIsReadyAgainIsNoOther() async {
        let opening = await rooms(2, ready: 0, patience: .milliseconds(1))
        for _ in 0..<2 { await opening.ready("0") }
        #expect(await opening.missing == 1)
    }

    @Test func withoutARoomItReturnsAtOnce() async {
        await OpeningRooms(patience: .seconds(3_600)).startAllRooms()
    }
}
