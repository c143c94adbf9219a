import Testing

@testable import SabirClient
@testable import SabirRoom
@testable import SabirProtocol

/// Names that are kept for persons of staff, also while they are in no room.
struct StaffNamesTests {
    private let skeleton = NameSkeleton(
        { [$0.lowercased()] }, keptFor: { ["dr. vega": ["Dr. Vega"], "pau": ["Pau"]][$0.lowercased()] ?? [] },
        isWordForStaff: { $0.lowercased() == "personal sanitario" })

    private func name(_ wanted: String, as joinContext: JoinContext) throws -> String {
        var room = RoomState(settings: .test(), seed: 1, skeleton: skeleton)
        return try room.admit(.of(wanted), as: joinContext, now: at(0)).member.info.name
    }

    @Test func aVisitorGetsANumber() throws {
        #expect(try name("DR. Vega", as: JoinContext()) == "DR. Vega 2")
        #expect(try name("Anna", as: JoinContext()) == "Anna")
    }

    @Test func thePersonAloneBearsIt() throws {
        #expect(try name("Dr. Vega", as: JoinContext(role: .staff, person: "Dr. Vega", isLocal: true)) == "Dr. Vega")
        #expect(try name("Dr. Vega", as: JoinContext(role: .staff, person: "Pau", isLocal: true)) == "Dr. Vega 2")
        #expect(
            try name("Dr. Vega", as: JoinContext(role: .staff, isLocal: true)) == "Dr. Vega 2", "by the shared PIN")
        #expect(try name("Dr. Vega", as: JoinContext(person: "Dr. Vega", isLocal: true)) == "Dr. Vega 2", "no staff")
        #expect(try name("Dr. Vega", as: JoinContext(role: .staff)) == "Dr. Vega", "another node vouches for them")
    }

    @Test func whoeverBearsItWhenThePersonComesGetsTheNumber() throws {
        var room = RoomState(settings: .test(), seed: 1, skeleton: skeleton)
        func vega(_ device: String) -> Hello { Hello(room: nil, name: "Dr. Vega", lang: "es", device: device) }
        let own = JoinContext(role: .staff, person: "Dr. Vega", isLocal: true)
        let before = try room.admit(vega("tablet"), as: own, now: at(0)).member
        let twice = try room.admit(vega("phone"), as: own, now: at(0))
        #expect(twice.member.info.name == "Dr. Vega 2" && twice.renamed.isEmpty, "The same person on two devices.")
        _ = room.endStaff(of: before.number)
        let after = try room.admit(vega("desk"), as: own, now: at(0))
        #expect(after.member.info.name == "Dr. Vega")
        #expect(after.renamed == [before.number])
        #expect(room.roster[before.number]?.info.name == "Dr. Vega 3")
    }

    @Test func notByALaterNameEither() throws {
        var room = RoomState(settings: .test(), seed: 1, skeleton: skeleton)
        let guest = try room.admit(.of("Guest"), now: at(0)).member
        let alike = try room.change(Profile(name: "dr. vega"), of: guest.number)
        #expect(alike?.name == "dr. vega 2")
        let vega = try room.admit(
            .of("Vega"), as: JoinContext(role: .staff, person: "Dr. Vega", isLocal: true), now: at(0)
        ).member
        let own = try room.change(Profile(name: "Dr. Vega"), of: vega.number)
        #expect(own?.name == "Dr. Vega")
        // Whoever is logged out is called so no more once they choose a name.
        _ = room.endStaff(of: vega.number)
        let after = try room.change(Profile(name: "Dr. Vega"), of: vega.number)
        #expect(after?.name != "Dr. Vega")
    }

    @Test(arguments: ["Personal sanitario", "Dr. Vega 🛡️", "Anna ✔", "√ Anna", "👩‍⚕️ Anna", "📛"])
    func noVisitorReadsAsStaff(name: String) throws {
        var room = RoomState(settings: .test(), seed: 1, skeleton: skeleton)
        let guest = try room.admit(.of("Guest"), now: at(0)).member
        let newcomer = fault { () throws(WireFault) in try room.admit(.of(name), now: at(0)) }
        let change = fault { () throws(WireFault) in try room.change(Profile(name: name), of: guest.number) }
        for fault in [newcomer, change] { #expect(fault?.code == .badName && fault?.sentence.name == "name-staff") }
        #expect(newcomer?.fatal == true && change?.fatal == false)
        let own = JoinContext(role: .staff, person: name, isLocal: true)
        #expect(try room.admit(.of(name), as: own, now: at(0)).member.info.name == name, "Staff bear what they like.")
    }

    /// Whoever bore it before is not sent out for it, and a name that is only odd is nobody's business.
    @Test func aNameThatIsKeptIsAskedAboutNoMore() throws {
        var room = RoomState(settings: .test(), seed: 1, skeleton: skeleton)
        let own = JoinContext(role: .staff, person: "Anna ✔", isLocal: true)
        let anna = try room.admit(.of("Anna ✔"), as: own, now: at(0)).member
        _ = room.endStaff(of: anna.number)
        let french = try room.change(Profile(name: "Anna ✔", lang: "fr"), of: anna.number)
        #expect(french?.lang == "fr")
        #expect(try room.admit(.of("Боря ★ [staff] 🇺🇦"), now: at(0)).member.info.name == "Боря ★ [staff] 🇺🇦")
    }
}
