import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What one address, and one relay, may hold of a room, and who gives up a place.
@Suite struct PlacesTests {
    private static func room(_ members: Int, perAddress: Int?) -> RoomState {
        var settings = RoomSettings.test(members: members)
        settings.maximumPerAddress = perAddress
        return RoomState(settings: settings, seed: 1)
    }

    private static func page(_ address: String) -> JoinContext {
        JoinContext(address: address, isLocal: true)
    }

    private static func network(_ address: String) -> JoinContext { JoinContext(address: address) }

    /// As the page does: whoever enters opens a stream.
    private func enter(
        _ room: inout RoomState, _ name: String, from address: String, at seconds: Double = 0
    ) throws -> RoomState.Admission {
        let admission = try room.admit(.of(name), as: Self.page(address), now: at(seconds))
        room.addStream(of: admission.member.number)
        return admission
    }

    @Test func anAddressFillsItsShareAndNobodyElses() throws {
        var room = Self.room(100, perAddress: 10)
        for n in 0..<10 {
            _ = try room.admit(.of("stranger \(n)"), as: Self.network("10.0.0.66"), now: at(0))
        }
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("one more"), as: Self.network("10.0.0.66"), now: at(0))
        }
        #expect(refused?.code == .tooMany && refused?.fatal == true)
        #expect(refused?.reason.contains("10 places of the room \"Reception\"") == true)
        _ = try room.admit(.of("anna"), as: Self.network("10.0.0.7"), now: at(0))
        _ = try room.admit(.of("boris"), as: Self.page("10.0.0.8"), now: at(0))
        #expect(room.roster.count == 12)
    }

    /// Two families in one house do not share a place, and what is open to both is no laptop's alone.
    @Test func housesInOneNetworkHaveTheirSharesAndTheNetworkAFew() throws {
        var room = Self.room(100, perAddress: 2)
        for n in 1...2 { _ = try room.admit(.of("anna \(n)"), as: Self.network("fd00:1:2:3::1"), now: at(0)) }
        for n in 1...2 { _ = try room.admit(.of("boris \(n)"), as: Self.network("fd00:1:2:3::2"), now: at(0)) }
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("anna 3"), as: Self.network("fd00:1:2:3::1"), now: at(0))
        }
        #expect(refused?.code == .tooMany && refused?.reason.contains("Your address holds 2 places") == true)
    }

    @Test(arguments: ["fe80::1:", "fd00:1:2:3::"], [75, 5])
    func oneLaptopLeavesPlacesToOthersWhateverItsAddresses(_ prefix: String, _ share: Int) throws {
        var room = Self.room(100, perAddress: share)
        let taken = (0..<620).count { n in
            fault { () throws(WireFault) in
                try room.admit(.of("guest \(n)"), as: Self.network(prefix + String(n, radix: 16)), now: at(0))
            } == nil
        }
        #expect(taken == min(4 * share, 90))
        for address in ["10.0.0.7", "::ffff:10.0.0.8", "fd00:1:2:4::1"] {
            _ = try room.admit(.of("anna"), as: Self.network(address), now: at(0))
        }
    }

    @Test func aPlaceIsFreeAgainWhenItsMemberLeaves() throws {
        var room = Self.room(100, perAddress: 1)
        for n in 0..<20 {
            let member = try room.admit(.of("visitor \(n)"), as: Self.network("10.0.0.1"), now: at(0)).member
            _ = room.remove(member.number, connection: member.connection)
        }
        #expect(room.roster.places.isEmpty)
    }

    @Test func aDeviceThatComesAgainKeepsItsPlaceAndTakesOneWhereItMoves() throws {
        var room = Self.room(100, perAddress: 1)
        _ = try room.admit(.of("anna"), as: Self.network("10.0.0.1"), now: at(0))
        let again = try room.admit(.of("anna"), as: Self.network("10.0.0.1"), now: at(1))
        #expect(again.replaces != nil && again.displaces == nil)
        _ = try room.admit(.of("boris"), as: Self.network("10.0.0.2"), now: at(1))
        let moved = fault { () throws(WireFault) in
            try room.admit(.of("anna"), as: Self.network("10.0.0.2"), now: at(1))
        }
        #expect(moved?.code == .tooMany)
        #expect(room.roster[again.member.number]?.connection == again.member.connection)
        #expect(room.roster.places == [.address(.address("10.0.0.1")): 1, .address(.address("10.0.0.2")): 1])
    }

    // MARK: Those who are absent

    @Test func whoNeverOpenedTheirPageGoFirst() throws {
        var room = Self.room(100, perAddress: 3)
        let anna = try enter(&room, "anna", from: "10.0.0.1").member
        let first = try room.admit(.of("cookie 1"), as: Self.page("10.0.0.1"), now: at(1)).member
        _ = try room.admit(.of("cookie 2"), as: Self.page("10.0.0.1"), now: at(2))
        let third = try room.admit(.of("cookie 3"), as: Self.page("10.0.0.1"), now: at(3))
        #expect(third.displaces?.number == first.number)
        #expect(room.roster[first.number] == nil && room.roster[anna.number] != nil)
        #expect(room.roster.count == 3)
    }

    @Test func whoHasOpenedItStaysHoweverManyCome() throws {
        var room = Self.room(100, perAddress: 3)
        for name in ["anna", "boris", "carla"] { _ = try enter(&room, name, from: "10.0.0.1") }
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("cookie"), as: Self.page("10.0.0.1"), now: at(1))
        }
        #expect(refused?.code == .tooMany)
    }

    @Test func streamsMayBeToldOfInAnyOrder() throws {
        var room = Self.room(100, perAddress: 1)
        let anna = try room.admit(.of("anna"), as: Self.page("10.0.0.1"), now: at(0)).member
        room.removeStream(of: anna.number, now: at(1))
        room.addStream(of: anna.number)
        room.addStream(of: anna.number)
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("boris"), as: Self.page("10.0.0.1"), now: at(2))
        }
        #expect(refused?.code == .tooMany)
        room.removeStream(of: anna.number, now: at(3))
        let boris = try room.admit(.of("boris"), as: Self.page("10.0.0.1"), now: at(4))
        #expect(boris.displaces?.number == anna.number)
    }

    @Test func whoOwesTheAnswerToAPingIsAbsentToo() throws {
        var room = Self.room(100, perAddress: 2)
        let silent = try room.admit(.of("silent"), as: Self.network("10.0.0.1"), now: at(0)).member
        let anna = try room.admit(.of("anna"), as: Self.network("10.0.0.1"), now: at(0)).member
        _ = room.noteActivity(of: anna.number, connection: anna.connection, at: at(9))
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("boris"), as: Self.network("10.0.0.1"), now: at(9))
        }
        #expect(refused?.code == .tooMany)
        let boris = try room.admit(.of("boris"), as: Self.network("10.0.0.1"), now: at(10))
        #expect(boris.displaces?.number == silent.number)
    }

    @Test func inAFullRoomTheAddressWithMostPlacesGivesOne() throws {
        var room = Self.room(6, perAddress: 4)
        let boris = try room.admit(.of("boris"), as: Self.page("10.0.0.2"), now: at(0)).member
        let first = try room.admit(.of("cookie 1"), as: Self.page("10.0.0.66"), now: at(1)).member
        for n in 2...4 { _ = try room.admit(.of("cookie \(n)"), as: Self.page("10.0.0.66"), now: at(2)) }
        _ = try enter(&room, "here", from: "127.0.0.1")
        let anna = try enter(&room, "anna", from: "10.0.0.1", at: 3)
        #expect(anna.displaces?.number == first.number)
        #expect(room.roster[boris.number] != nil)
        #expect(room.roster.count == 6)
    }

    @Test func aFullRoomInWhichEverybodyReadsRefusesAsEver() throws {
        var room = Self.room(2, perAddress: 2)
        _ = try enter(&room, "anna", from: "10.0.0.1")
        _ = try room.admit(.of("boris"), as: Self.network("10.0.0.2"), now: at(0))
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("carla"), as: Self.page("10.0.0.3"), now: at(1))
        }
        #expect(refused?.code == .roomFull)
    }

    @Test func whoMayNotComeInTakesNobodysPlace() throws {
        var settings = RoomSettings.test(members: 1)
        settings.ceilings = RoomCeilings(joinsPerMinute: 1)
        var room = RoomState(settings: settings, seed: 1)
        let anna = try room.admit(.of("anna"), as: Self.page("10.0.0.1"), now: at(0)).member
        let refused = fault { () throws(WireFault) in
            try room.admit(.of("boris"), as: Self.page("10.0.0.2"), now: at(0))
        }
        #expect(refused == RoomLimits.tooManyJoins)
        #expect(room.roster[anna.number] != nil)
    }

    // MARK: Relays

    @Test func oneRelayLeavesATenthToOthers() throws {
        var room = Self.room(20, perAddress: 5)
        let relay = try room.admit(.of("relay"), as: JoinContext(address: "10.0.0.9", role: .relay), now: at(0)).member
        var codes: [ErrorCode?] = []
        for n in 1...20 {
            let number = MemberNumber(value: 5 << MemberNumber.spaceBits + UInt64(n))
            let guest = MemberHere(MemberInfo(id: number.id, name: "guest \(n)", lang: "es"), token: "token \(n)")
            codes.append(
                fault { () throws(WireFault) in
                    try room.carry(guest, nil, behind: relay.number, now: at(0))
                }?.code)
        }
        #expect(codes == Array(repeating: nil, count: 18) + Array(repeating: .tooMany, count: 2))
        _ = try room.admit(.of("anna"), as: Self.network("10.0.0.1"), now: at(0))
        let left = room.removeMembers(nil, behind: relay.number)
        #expect(left.count == 18)
        #expect(room.roster.places == [.address(.address("10.0.0.1")): 1])
    }

    @Test func aGuestOfARelayFindsThePlaceOfSomebodyAbsent() throws {
        var room = Self.room(3, perAddress: 3)
        let relay = try room.admit(.of("relay"), as: JoinContext(role: .relay), now: at(0)).member
        let absent = try room.admit(.of("cookie"), as: Self.page("10.0.0.1"), now: at(0)).member
        _ = try enter(&room, "anna", from: "10.0.0.1")
        let number = MemberNumber(value: 5 << MemberNumber.spaceBits + 1)
        let guest = MemberHere(MemberInfo(id: number.id, name: "guest", lang: "es"), token: "token")
        let carried = try room.carry(guest, nil, behind: relay.number, now: at(1))
        #expect(carried?.displaced?.number == absent.number)
        #expect(room.roster.count == 3)
    }
}
