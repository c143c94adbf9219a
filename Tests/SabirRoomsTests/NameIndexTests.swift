import NIOCore
import Testing

@testable import SabirClient
@testable import SabirRoom
@testable import SabirProtocol

/// Nobody bears a name that looks like another's.
@Suite final class NameIndexTests {
    private var names = NameIndex(.letterCase)

    private func number(_ n: UInt64) -> MemberNumber { MemberNumber(value: n) }

    @discardableResult
    private func come(_ n: UInt64, _ wanted: String) -> String {
        let name = names.unlikeOthers(wanted, for: number(n))
        names.hold(name, by: number(n))
        return name
    }

    @Test func theNewcomerGetsANumber() {
        #expect(come(1, "Anna") == "Anna")
        #expect(come(2, "anna") == "anna 2")
        #expect(come(3, "ANNA") == "ANNA 3")
        #expect(come(4, "Boris") == "Boris")
    }

    @Test func oneKeepsOnesOwnName() {
        come(1, "Anna")
        #expect(come(1, "Anna") == "Anna")
        #expect(come(1, "ANNA") == "ANNA")
    }

    @Test func aNumberIsGivenAgainWhenItIsFree() {
        for n in 1...3 { come(UInt64(n), "Anna") }
        names.release(number(2))
        #expect(come(4, "Anna") == "Anna 2")
        names.release(number(1))
        #expect(come(5, "Anna") == "Anna")
    }

    @Test func whoTookANumberAsANameKeepsIt() {
        come(1, "Anna 2")
        come(2, "Anna")
        #expect(come(3, "Anna") == "Anna 3")
        #expect(come(4, "Anna 2") == "Anna 2 2")
    }

    @Test func aLongNameIsCutForItsNumber() throws {
        let long = String(repeating: "a", count: 63) + "b"
        come(1, long)
        let second = come(2, long)
        #expect(second.unicodeScalars.count <= WireText.maximumName && second.hasSuffix("a 2"))
        #expect(try WireText.name(second) == second)
    }

    @Test func aNameThatEndsInASpaceWhereItIsCutStaysClean() throws {
        let long = String(repeating: "a", count: 61) + " bb"
        come(1, long)
        let second = come(2, long)
        #expect(try WireText.name(second) == second)
    }

    /// However many bear the name: about as many look-ups for the thousandth as for the twentieth.
    @Test func theThousandthCostsNoMoreThanTheTwentieth() {
        let counter = Counter()
        var names = NameIndex(
            NameSkeleton {
                counter.count += 1
                return [$0.lowercased()]
            })
        var last = 0
        for n in 1...1_000 {
            let before = counter.count
            names.hold(names.unlikeOthers("Anna", for: number(UInt64(n))), by: number(UInt64(n)))
            last = counter.count - before
        }
        #expect(last <= 20)
    }

    private final class Counter: @unchecked Sendable {
        // Unchecked: one test, one thread.
        var count = 0
    }

    @Test func keysOfWhoIsGoneAreForgotten() {
        come(1, "Anna")
        names.release(number(1))
        names.release(number(1))
        #expect(come(2, "Anna") == "Anna")
    }
}

/// The same in a room.
@Suite final class RoomNamesTests {
    private var room = RoomState(settings: .test(), seed: 1)

    private func come(_ device: String, as name: String) throws -> Member {
        try room.admit(Hello(room: nil, name: name, lang: "es", device: device), now: at(0)).member
    }

    @Test func aNewcomerIsToldItsName() throws {
        _ = try come("1", as: "Anna")
        let second = try come("2", as: "Anna")
        #expect(second.info.name == "Anna 2")
        let welcome = room.welcome(second.number).0
        #expect(welcome.name == "Anna 2")
    }

    @Test func theSameDeviceKeepsItsNameOverAnotherConnection() throws {
        _ = try come("1", as: "Anna")
        _ = try come("2", as: "Anna")
        #expect(try come("1", as: "Anna").info.name == "Anna")
        #expect(try come("2", as: "Anna").info.name == "Anna 2")
    }

    @Test func aChangeOfNameIsNoWayAround() throws {
        _ = try come("1", as: "Anna")
        let boris = try come("2", as: "Boris")
        for (wanted, given) in [("ANNA", "ANNA 2"), ("Boris", "Boris"), ("boris", "boris")] {
            let changed = try room.change(Profile(name: wanted), of: boris.number)
            #expect(changed?.name == given)
        }
    }

    @Test func whoLeavesGivesTheNameBack() throws {
        let first = try come("1", as: "Anna")
        _ = room.remove(first.number, connection: first.connection)
        #expect(try come("2", as: "Anna").info.name == "Anna")
        room.sendAllOut()
        #expect(try come("3", as: "Anna").info.name == "Anna")
    }

    @Test func theHostAloneSaysWhoIsStaff() throws {
        let guest = try come("1", as: "staff")
        #expect(guest.info.role == nil)
        let nurse = try room.admit(.of("nurse"), as: JoinContext(role: .staff), now: at(0)).member
        #expect(nurse.info.role == .staff)
        let changed = try room.change(Profile(name: "Rosa"), of: nurse.number)
        #expect(changed?.role == .staff)
    }
}
