import Testing

@testable import SabirDiscovery

@Suite struct RoomDirectoryTests {
    static let id = RoomRecordTests.id
    static let otherID = "11111111-4f89-41d3-9a0c-0305e82c3301"

    private func resolved(
        _ name: String = "Reception", host: String = "alpha.local", id: String = Self.id, interface: Int32 = 2,
        address: String = "10.0.0.1", isIPv6: Bool = false, port: UInt16 = 47275, members: Int = 0
    ) -> ResolvedRoom {
        let resolution = Resolution(
            instance: ServiceInstance(name: name, domain: "local", interfaceIndex: interface, isIPv6: isIPv6),
            host: host,
            address: RoomAddress(
                numeric: address, interfaceIndex: Int(interface), interfaceName: "eth\(interface)", isIPv6: isIPv6),
            port: port, txt: [])
        return ResolvedRoom(resolution: resolution, record: RoomRecord(id: id, node: "n", members: members))
    }

    @Test func aRoomSeenOnTwoInterfacesAndProtocolsIsOneRoomWithAllItsAddresses() {
        var directory = RoomDirectory()
        let new = directory.insert(resolved())
        #expect(new.count == 1)
        _ = directory.insert(resolved(address: "fe80::1", isIPv6: true))
        let changes = directory.insert(resolved(interface: 3, address: "192.168.1.1"))
        #expect(directory.rooms.count == 1)
        #expect(changes == [.changed(directory.rooms[0])])
        #expect(directory.rooms[0].addresses.map(\.text) == ["10.0.0.1", "192.168.1.1", "fe80::1%eth2"])
    }

    @Test func twoRoomsOfOneNameOnTwoHostsAreBothListed() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved(host: "beta.local", id: Self.otherID, interface: 3))
        _ = directory.insert(resolved())
        #expect(directory.rooms.map(\.host) == ["alpha.local", "beta.local"])
        #expect(Set(directory.rooms.map(\.identity)).count == 2)
        #expect(directory.rooms.allSatisfy { $0.answers(to: "reception") })
    }

    @Test func aHostThatGivesUpItsNameToAnotherIsListedOnceUnderItsNewOne() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved())
        let changes = directory.insert(resolved("Reception #3"))
        #expect(directory.rooms.map(\.name) == ["Reception #3"])
        #expect(changes == [.changed(directory.rooms[0])])
        let later = directory.remove(resolved().instance)
        #expect(later.isEmpty)
        #expect(directory.rooms.map(\.name) == ["Reception #3"])
    }

    @Test func aChangedRecordIsToldOnceThoughEveryInterfaceHearsIt() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved())
        _ = directory.insert(resolved(interface: 3))
        let told = [directory.insert(resolved(members: 5)), directory.insert(resolved(interface: 3, members: 5))]
        #expect(told.map(\.count) == [1, 0])
        #expect(directory.rooms.map(\.record.members) == [5])
    }

    @Test func aRoomIsLostWithItsLastInstance() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved())
        _ = directory.insert(resolved(interface: 3))
        let first = directory.remove(resolved().instance)
        #expect(first == [.changed(directory.rooms[0])])
        let last = directory.rooms[0]
        let second = directory.remove(resolved(interface: 3).instance)
        #expect(second == [.lost(last)])
        #expect(directory.rooms.isEmpty)
        let again = directory.remove(resolved(interface: 3).instance)
        #expect(again == [])
    }

    @Test func anInstanceThatBecomesAnotherRoomLosesTheFirst() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved())
        let before = directory.rooms[0]
        let changes = directory.insert(resolved(id: Self.otherID))
        #expect(changes == [.lost(before), .found(directory.rooms[0])])
        #expect(directory.rooms.map(\.id) == [Self.otherID])
    }

    @Test func clearingLosesEveryRoom() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved())
        _ = directory.insert(resolved("Ward", id: Self.otherID))
        let lost = directory.clear()
        #expect(lost.count == 2)
        #expect(directory.rooms.isEmpty)
    }

    @Test func whatATerminalWouldObeyIsRemovedFromNameAndHost() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved("Re\u{1B}[2Jcep\u{202E}tion", host: "al\u{7}pha.local"))
        #expect(directory.rooms[0].name == "Re[2Jception")
        #expect(directory.rooms[0].host == "alpha.local")
    }

    @Test func aRoomAnswersToItsNameAndItsIdWithoutCase() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved())
        let room = directory.rooms[0]
        #expect(room.answers(to: "RECEPTION"))
        #expect(room.answers(to: Self.id.uppercased()))
        #expect(!room.answers(to: "Ward"))
    }

    @Test func theSecondRoomOfANameMayBeMeantByIt() {
        var directory = RoomDirectory()
        _ = directory.insert(resolved("Reception #2"))
        let room = directory.rooms[0]
        #expect(room.isMeant(by: "reception") && room.isMeant(by: "Reception #2") && !room.answers(to: "Reception"))
        #expect(!room.isMeant(by: "Recep") && !room.isMeant(by: "Reception #") && !room.isMeant(by: "Ward"))
    }
}
