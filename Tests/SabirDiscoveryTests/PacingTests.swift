import Testing

@testable import SabirDiscovery

@Suite struct PacingTests {
    private let start = ContinuousClock.now

    @Test func theFirstUpdateGoesAtOnceAndTheNextWaitForTheSecondToPass() {
        var pacer = UpdatePacer()
        #expect(pacer.offer(at: start) == start)
        #expect(pacer.offer(at: start + .milliseconds(10)) == start + .seconds(1))
        #expect(pacer.offer(at: start + .milliseconds(20)) == nil)
        pacer.endWait()
        #expect(pacer.offer(at: start + .seconds(1)) == start + .seconds(1))
        #expect(pacer.offer(at: start + .milliseconds(1_500)) == start + .seconds(2))
    }

    @Test func anUpdateAfterAQuietSecondGoesAtOnce() {
        var pacer = UpdatePacer()
        _ = pacer.offer(at: start)
        #expect(pacer.offer(at: start + .seconds(3)) == start + .seconds(3))
    }

    @Test func aRoomOffersNothingBeforeItIsEstablishedOrWhereNothingChanged() {
        let record = RoomRecord(id: RoomRecordTests.id, node: "n")
        var room = AnnouncedRoom(Advertisement(name: "Reception", port: 1, record: record))
        room.beginGroup(1)
        room.advertisement.record.members = 3
        #expect(room.offerUpdate(at: start) == nil)
        room.isEstablished = true
        #expect(room.offerUpdate(at: start) == start)
        room.published = room.advertisement.record
        #expect(room.offerUpdate(at: start + .seconds(9)) == nil)
    }

    @Test func aRoomKeepsItsNameOverARestartAndCountsRenamesAnew() {
        let record = RoomRecord(id: RoomRecordTests.id, node: "n")
        var room = AnnouncedRoom(Advertisement(name: "Reception", port: 1, record: record))
        room.beginGroup(1)
        room.rename(to: "Reception #2")
        room.endSession()
        #expect(room.advertisement.name == "Reception #2")
        #expect(room.renames == 0)
        #expect(room.group == nil)
    }
}
