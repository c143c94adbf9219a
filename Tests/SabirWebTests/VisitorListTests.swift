import SabirProtocol
import Testing

@testable import SabirRoom
@testable import SabirWeb

struct VisitorListTests {
    private let key = VisitorList.Key(device: DeviceCookie(), room: "room", face: .a)

    private func entry(
        _ seq: Int = 10, epoch: String = "e", name: String = "Anna", connection: UInt64 = 1,
        firstVisibleSeq: Int? = nil
    ) -> HostedRoom.Entry {
        HostedRoom.Entry(
            MemberInfo(id: .anna, name: name, lang: "es"), connection: connection, epoch: epoch, seq: seq,
            firstVisibleSeq: firstVisibleSeq ?? seq + 1)
    }

    @Test func whoHasAStreamStays() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        _ = list.openStream(of: key)
        #expect(list.removeExpired(now: at(1_000)).isEmpty)
    }

    @Test func whoIsAwayForNinetySecondsLeaves() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        _ = list.openStream(of: key)
        _ = list.openStream(of: key)
        list.closeStream(of: key, visit: 1, now: at(10))
        #expect(list.removeExpired(now: at(200)).isEmpty, "one of two streams is still open")
        list.closeStream(of: key, visit: 1, now: at(200))
        #expect(list.removeExpired(now: at(289)).isEmpty)
        #expect(list.removeExpired(now: at(290)).map(\.seat) == [entry().seat])
        #expect(list.visit(key) == nil && list.count == 0)
    }

    @Test func whoseClosedPageIsToldLeavesSoon() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        _ = list.openStream(of: key)
        list.markAway(key, now: at(10))
        list.closeStream(of: key, visit: 1, now: at(11))
        #expect(list.removeExpired(now: at(18)).isEmpty)
        #expect(list.removeExpired(now: at(19)).map(\.seat) == [entry().seat])
    }

    @Test func whoOnlyLoadsThePageAnewStays() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        _ = list.openStream(of: key)
        list.closeStream(of: key, visit: 1, now: at(10))
        list.markAway(key, now: at(10))
        _ = list.openStream(of: key)
        list.closeStream(of: key, visit: 1, now: at(15))
        #expect(list.removeExpired(now: at(104)).isEmpty, "It fell silent, and was not closed.")
        #expect(list.removeExpired(now: at(105)).count == 1)
    }

    @Test func oneOfTwoPagesThatIsClosedTakesNobodyOut() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        _ = list.openStream(of: key)
        _ = list.openStream(of: key)
        list.markAway(key, now: at(10))
        list.closeStream(of: key, visit: 1, now: at(10))
        #expect(list.removeExpired(now: at(1_000)).isEmpty)
        list.closeStream(of: key, visit: 1, now: at(1_000))
        #expect(list.removeExpired(now: at(1_089)).isEmpty, "The other one fell silent, as a phone in a pocket.")
        #expect(list.removeExpired(now: at(1_090)).count == 1)
    }

    @Test func whoNeverOpensAStreamLeavesToo() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        #expect(list.removeExpired(now: at(90)).count == 1)
    }

    @Test func aReturnWithinTheTimeStays() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        _ = list.openStream(of: key)
        list.closeStream(of: key, visit: 1, now: at(10))
        #expect(list.openStream(of: key) != nil)
        #expect(list.removeExpired(now: at(1_000)).isEmpty)
    }

    @Test func aStreamOfAnEarlierVisitTakesNothingFromTheNext() {
        var list = VisitorList()
        let first = list.enter(key, entry(), now: at(0))
        _ = list.openStream(of: key)
        _ = list.leave(key)
        let second = list.enter(key, entry(connection: 2), now: at(1))
        _ = list.openStream(of: key)
        list.closeStream(of: key, visit: first.number, now: at(2))
        #expect(first.number != second.number && list.removeExpired(now: at(1_000)).isEmpty)
    }

    @Test func newcomersReadAsManyLinesAsTheRoomAllows() {
        var list = VisitorList()
        #expect(list.enter(key, entry(10, firstVisibleSeq: 8), now: at(0)).entry.firstVisibleSeq == 8)
        let other = VisitorList.Key(device: key.device, room: "room", face: .b)
        #expect(list.enter(other, entry(2, firstVisibleSeq: 1), now: at(0)).entry.firstVisibleSeq == 1)
    }

    @Test func whoEntersAgainSeesWhatTheRoomSays() {
        var list = VisitorList()
        _ = list.enter(key, entry(10), now: at(0))
        let again = list.enter(key, entry(20, name: "Ana", connection: 2), now: at(1))
        #expect(again.entry.firstVisibleSeq == 21 && again.entry.info.name == "Ana" && again.entry.seat.connection == 2)
        _ = list.removeExpired(now: at(500))
        #expect(list.enter(key, entry(30, firstVisibleSeq: 11), now: at(600)).entry.firstVisibleSeq == 11)
        #expect(list.enter(key, entry(5, epoch: "f"), now: at(700)).entry.firstVisibleSeq == 6)
    }

    @Test func whatARoomHasForgottenOfADeviceThePageDoesNotKnowEither() {
        var list = VisitorList()
        #expect(list.enter(key, entry(10, firstVisibleSeq: 4), now: at(0)).entry.firstVisibleSeq == 4)
        _ = list.leave(key)
        #expect(
            list.enter(key, entry(30, firstVisibleSeq: 31), now: at(1)).entry.firstVisibleSeq == 31,
            "It is new to the room.")
    }

    @Test func nameAndLanguageAreRememberedForEachFace() {
        var list = VisitorList()
        _ = list.enter(key, entry(), now: at(0))
        _ = list.leave(key)
        #expect(list.remembered(key.device, .a) == VisitorList.Remembered(name: "Anna", lang: "es"))
        #expect(list.remembered(key.device, .b) == nil)
    }

    @Test func ofADeviceThatIsPassedOnNothingIsRemembered() {
        var list = VisitorList()
        _ = list.enter(key, entry(10), now: at(0))
        #expect(list.leave(key, isForgotten: true) == entry(10).seat)
        #expect(list.remembered(key.device, .a) == nil)
        #expect(list.enter(key, entry(20), now: at(1)).entry.firstVisibleSeq == 21)
        _ = list.leave(key)
        // It is gone already: its name is forgotten all the same.
        #expect(list.leave(key, isForgotten: true) == nil)
        #expect(list.remembered(key.device, .a) == nil)
    }

    @Test func thosePutOutAndThoseOfARoomThatEndedAreGone() {
        var list = VisitorList()
        let elsewhere = VisitorList.Key(device: key.device, room: "other", face: .a)
        _ = list.enter(key, entry(), now: at(0))
        _ = list.enter(elsewhere, entry(), now: at(0))
        list.remove([.anna], from: "room")
        #expect(list.visit(key) == nil && list.visit(elsewhere) != nil)
        list.removeAll(from: "other")
        #expect(list.count == 0)
    }

    @Test func aRoleRestsOnTheLoginByWhichItWasGiven() {
        var list = VisitorList()
        var nurse = entry()
        nurse.info.role = .staff
        #expect(list.enter(key, nurse, by: "login", now: at(0)).login == "login")
        let other = VisitorList.Key(device: DeviceCookie(), room: "room", face: .a)
        #expect(list.enter(other, entry(), by: "login", now: at(0)).login == nil, "The room took it as a visitor.")
        #expect(list.logins.map(\.login) == ["login"])
        #expect(list.endStaff(key) == nurse.seat)
        #expect(list.visit(key)?.entry.info.role == nil)
        #expect(list.endStaff(key) == nil && list.endStaff(other) == nil && list.logins.isEmpty)
    }

    @Test func twoTabsThatEnterAtOnceHaveOneSeat() async throws {
        let (visitors, room) = (Visitors { [] }, FakeRoom("Reception", id: "room"))
        await room.enterSlowly()
        try await withThrowingTaskGroup(of: Void.self) { tabs in
            for _ in 0..<3 {
                tabs.addTask {
                    _ = try await visitors.enter(
                        room, as: key, name: "Anna", lang: "es", address: "10.0.0.1", login: nil)
                }
            }
            try await tabs.waitForAll()
        }
        #expect(await room.mostEntering == 1)
        #expect(await visitors.visit(key)?.entry.seat.connection == 3, "the seat that the room gave last")
    }

    @Test func whoseLoginRunsOutIsAVisitorInEachRoom() async throws {
        let (reception, ward) = (FakeRoom("Reception", id: "1"), FakeRoom("Ward", id: "2"))
        let (visitors, authentication) = (Visitors { [reception, ward] }, StaffAuthentication(pin: "4711"))
        let (nurse, doctor) = (DeviceCookie(), DeviceCookie())
        func login(_ device: DeviceCookie, at seconds: Double) async -> String? {
            let bearer = StaffSessions.Bearer(address: "10.0.0.1", device: device, isSecure: true)
            return try? await authentication.login("4711", from: bearer, now: at(seconds)).token
        }
        let (early, late) = (await login(nurse, at: 0), await login(doctor, at: 10))
        for room in [reception, ward] {
            for (device, login) in [(nurse, early), (doctor, late)] {
                let key = VisitorList.Key(device: device, room: room.id, face: .a)
                _ = try await visitors.enter(
                    room, as: key, name: "N", lang: "es", address: "10.0.0.1", login: login)
            }
        }
        func staff(_ seconds: Double) async -> [Int] {
            await visitors.sweepStaff { await authentication.isRunning($0, now: at(seconds)) }
            var counts: [Int] = []
            for room in [reception, ward] {
                counts.append(await room.members(after: nil).members.count { $0.role == .staff })
            }
            return counts
        }
        #expect(await staff(12 * 3_600 - 1) == [2, 2])
        #expect(await staff(12 * 3_600) == [1, 1])
        #expect(await staff(12 * 3_600 + 10) == [0, 0])
    }

    @Test func everyRoomAndFaceHasASecretOfItsOwn() {
        let device = DeviceCookie()
        let secrets = [
            device.secret(room: "1", face: .a), device.secret(room: "1", face: .b), device.secret(room: "2", face: .a),
            DeviceCookie().secret(room: "1", face: .a), device.value,
        ]
        #expect(Set(secrets).count == 5)
        #expect(secrets.allSatisfy { $0.utf8.count == 43 })
        #expect(device.secret(room: "1", face: .a) == secrets[0])
        #expect(DeviceCookie(device.value) == device)
        #expect(DeviceCookie(device.value + "a") == nil && DeviceCookie("\(device.value.dropLast())+") == nil)
    }
}
