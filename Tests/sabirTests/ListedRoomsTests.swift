import SabirDiscovery
import Testing

@testable import sabir

/// What several nodes announce is one room to people.
@Suite struct ListedRoomsTests {
    private static func room(
        _ name: String, at host: String, id: String = "9e107d9d-0000-4000-8000-000000000001", members: Int = 2,
        fingerprint: String? = nil
    ) -> DiscoveredRoom {
        let record = RoomRecord(id: id, node: host, fingerprint: fingerprint, members: members)
        return DiscoveredRoom(
            name: name, host: host, addresses: [RoomAddress(ofPeer: "10.0.0.1")], port: 47_275, record: record)
    }

    private let first = Self.room("Ward", at: "alpha.local")
    private let second = Self.room("Ward #2", at: "beta.local")

    @Test func `a clustered room is listed once, with all its hosts`() {
        let other = Self.room("Ward #3", at: "gamma.local", id: "9e107d9d-0000-4000-8000-000000000002")
        let listed = ListedRooms.once([first, second, other])
        #expect(listed.map(\.room) == [first, other])
        #expect(listed.map(\.hosts) == [["alpha.local", "beta.local"], ["gamma.local"]])
    }

    @Test func `a stranger that announces another's id hides nothing`() {
        let stranger = Self.room("Aaa", at: "evil.local")
        let safe = Self.room("Ward", at: "gamma.local", fingerprint: "print")
        #expect(ListedRooms.once([stranger, first, safe]).map(\.room) == [stranger, first, safe])
    }

    @Test func `comings and goings are those of the room`() {
        var listed = ListedRooms()
        #expect(listed.follow(.found(first)) == [.found(first)])
        #expect(listed.follow(.found(second)) == [])
        let fuller = Self.room("Ward #2", at: "beta.local", members: 3)
        #expect(listed.follow(.changed(fuller)) == [])
        #expect(listed.follow(.lost(first)) == [.changed(fuller)])
        #expect(listed.follow(.lost(fuller)) == [.lost(fuller)])
        #expect(listed.follow(.lost(fuller)) == [])
    }

    @Test func `a room that is renamed is another line`() {
        var listed = ListedRooms()
        _ = listed.follow(.found(first))
        let renamed = Self.room("Clinic", at: "alpha.local")
        #expect(listed.follow(.changed(renamed)) == [.lost(first), .found(renamed)])
    }
}
