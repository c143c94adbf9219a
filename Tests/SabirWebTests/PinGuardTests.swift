import Testing

@testable import SabirWeb

struct PinGuardTests {
    @Test func fiveAreFreeThenEachDoublesTheWait() {
        var pins = PinGuard()
        var now = 0.0
        for _ in 1...4 { pins.wrong(from: "a", now: at(now)) }
        #expect(pins.wait(for: "a", now: at(now)) == .zero)
        for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            pins.wrong(from: "a", now: at(now))
            #expect(pins.wait(for: "a", now: at(now)) == .seconds(wait))
            #expect(pins.wait(for: "b", now: at(now)) == .zero)
            now += Double(wait)
            #expect(pins.wait(for: "a", now: at(now)) == .zero)
        }
    }

    @Test func manyAddressesTogetherAreSlowedToo() {
        var pins = PinGuard()
        for number in 1...PinGuard.freeForAll { pins.wrong(from: "\(number)", now: at(0)) }
        #expect(pins.wait(for: "new", now: at(0)) == .seconds(1))
    }

    @Test func mistakesAreForgottenOneByOne() {
        var pins = PinGuard()
        for _ in 1...5 { pins.wrong(from: "a", now: at(0)) }
        pins.wrong(from: "a", now: at(1_200))
        #expect(pins.wait(for: "a", now: at(1_200)) == .zero, "two of five were forgotten before the next")
    }

    @Test func aRightPinForgivesItsAddress() {
        var pins = PinGuard()
        for _ in 1...5 { pins.wrong(from: "a", now: at(0)) }
        pins.right(from: "a")
        #expect(pins.wait(for: "a", now: at(0)) == .zero)
    }

    @Test func theMemoryOfAddressesIsBounded() {
        var pins = PinGuard()
        for number in 0..<5 { for _ in 0..<5 { pins.wrong(from: "\(number)", now: at(Double(number))) } }
        for number in 0..<PinGuard.rememberedAddresses { pins.wrong(from: "x\(number)", now: at(10)) }
        #expect(pins.addressCount <= PinGuard.rememberedAddresses)
    }
}

struct StaffTests {
    @Test func aSessionEndsAfterTwelveHours() {
        var sessions = StaffSessions()
        let token = sessions.begin(now: at(0))
        #expect(sessions.isValid(token, now: at(12 * 3_600 - 1)))
        #expect(!sessions.isValid(token, now: at(12 * 3_600)))
        #expect(!sessions.isValid("", now: at(0)))
    }

    @Test func theOldestGivesWay() {
        var sessions = StaffSessions()
        let first = sessions.begin(now: at(0))
        for number in 1...StaffSessions.capacity { _ = sessions.begin(now: at(Double(number))) }
        #expect(!sessions.isValid(first, now: at(101)))
    }

    @Test func theDoorOpensWithThePinAlone() async {
        let door = StaffDoor(pin: "4711")
        #expect(await door.login("4712", from: "a", now: at(0)) == .wrong)
        #expect(await door.login("", from: "a", now: at(0)) == .wrong)
        guard case .welcome(let token) = await door.login("4711", from: "a", now: at(0)) else {
            Issue.record("the right PIN was refused")
            return
        }
        #expect(await door.isStaff(token, now: at(1)))
        await door.logout(token)
        #expect(await !door.isStaff(token, now: at(1)))
        #expect(await StaffDoor(pin: nil).login("", from: "a", now: at(0)) == .noPin)
    }

    @Test func whileSlowedEvenTheRightPinWaits() async {
        let door = StaffDoor(pin: "4711")
        for _ in 1...5 { _ = await door.login("0", from: "a", now: at(0)) }
        #expect(await door.login("4711", from: "a", now: at(0.5)) == .wait(seconds: 1))
        guard case .welcome = await door.login("4711", from: "a", now: at(1)) else {
            Issue.record("the right PIN was refused after the wait")
            return
        }
    }
}
