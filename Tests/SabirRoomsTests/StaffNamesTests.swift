import Testing

@testable import SabirClient
@testable import SabirRoom
@testable import SabirProtocol

/// Names that are kept for persons of staff, also while they are in no room.
struct StaffNamesTests {
    private let skeleton = NameSkeleton(
        { [$0.lowercased()] }, keptFor: { ["dr. vega": "Dr. Vega", "pau": "Pau"][$0] })

    private func name(_ wanted: String, as arrival: JoinContext) throws -> String {
        var room = RoomState(settings: .test(), seed: 1, skeleton: skeleton)
        return try room.admit(.of(wanted), as: arrival, now: at(0)).member.info.name
    }

    @Test func aVisitorGetsANumber() throws {
        #expect(try name("DR. Vega", as: JoinContext()) == "DR. Vega 2")
        #expect(try name("Anna", as: JoinContext()) == "Anna")
    }

    @Test func thePersonAloneBearsIt() throws {
        #expect(try name("Dr. Vega", as: JoinContext(isStaff: true, person: "Dr. Vega", isLocal: true)) == "Dr. Vega")
        #expect(try name("Dr. Vega", as: JoinContext(isStaff: true, person: "Pau", isLocal: true)) == "Dr. Vega 2")
        #expect(
            try name("Dr. Vega", as: JoinContext(isStaff: true, isLocal: true)) == "Dr. Vega 2", "by the shared PIN")
        #expect(try name("Dr. Vega", as: JoinContext(person: "Dr. Vega", isLocal: true)) == "Dr. Vega 2", "no staff")
        #expect(try name("Dr. Vega", as: JoinContext(isStaff: true)) == "Dr. Vega", "another node vouches for them")
    }

    @Test func notByALaterNameEither() throws {
        var room = RoomState(settings: .test(), seed: 1, skeleton: skeleton)
        let guest = try room.admit(.of("Guest"), now: at(0)).member
        let alike = try room.change(Profile(name: "dr. vega"), of: guest.number)
        #expect(alike?.name == "dr. vega 2")
        let vega = try room.admit(
            .of("Vega"), as: JoinContext(isStaff: true, person: "Dr. Vega", isLocal: true), now: at(0)
        ).member
        let own = try room.change(Profile(name: "Dr. Vega"), of: vega.number)
        #expect(own?.name == "Dr. Vega")
        // Whoever is logged out is called so no more once they choose a name.
        _ = room.endStaff(of: vega.number)
        let after = try room.change(Profile(name: "Dr. Vega"), of: vega.number)
        #expect(after?.name != "Dr. Vega")
    }
}
