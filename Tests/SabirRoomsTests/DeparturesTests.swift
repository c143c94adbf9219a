import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct DeparturesTests {
    private func member(_ number: UInt64, role: MemberRole? = nil) throws -> Member {
        var room = RoomState(settings: .test(), seed: number, now: at(0))
        return try room.admit(.of("m\(number)"), as: JoinContext(role: role), now: at(0)).member
    }

    @Test func theNewestAreToldFirstAndForEightHours() throws {
        let (anna, boris) = (try member(1), try member(2))
        var departures = Departures()
        departures.add(anna, now: at(0))
        departures.add(boris, now: at(60))
        #expect(departures.list(now: at(61)).map(\.member.number) == [boris.number, anna.number])
        #expect(departures.list(now: at(8 * 3_600)).map(\.member.number) == [boris.number])
        // Whoever comes and goes again is there once.
        departures.add(anna, now: at(61))
        #expect(departures.list(now: at(61)).map(\.member.number) == [anna.number, boris.number])
    }

    @Test func ofStaffNothingIsKeptAndOfOthersSoMany() throws {
        var departures = Departures()
        let staff = try member(1, role: .staff)
        departures.add(staff, now: at(0))
        #expect(departures[staff.number] == nil)
        let members = try (1...Departures.capacity + 1).map { try member(UInt64($0)) }
        for member in members { departures.add(member, now: at(1)) }
        #expect(departures[members[0].number] == nil && departures[members[1].number] != nil)
        departures.forget()
        #expect(departures.list(now: at(1)).isEmpty)
    }
}
