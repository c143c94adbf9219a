import SabirProtocol
import Testing

@testable import SabirWeb

extension PinGuard {
    /// Somebody who was never right before.
    fileprivate mutating func recordWrong(from address: String, now: ContinuousClock.Instant) {
        recordWrong(from: Asker(address: address), now: now)
    }

    fileprivate func wait(for address: String, now: ContinuousClock.Instant) -> Duration {
        wait(for: Asker(address: address), now: now)
    }
}

struct PinGuardTests {
    private let nurse = PinGuard.Asker(address: "10.0.0.5", knownDevice: "nurse")
    @Test func fiveAreFreeThenEachDoublesTheWait() {
        var pins = PinGuard()
        var now = 0.0
        for _ in 1...4 { pins.recordWrong(from: "a", now: at(now)) }
        #expect(pins.wait(for: "a", now: at(now)) == .zero)
        for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            pins.recordWrong(from: "a", now: at(now))
            #expect(pins.wait(for: "a", now: at(now)) == .seconds(wait))
            #expect(pins.wait(for: "b", now: at(now)) == .zero)
            now += Double(wait)
            #expect(pins.wait(for: "a", now: at(now)) == .zero)
        }
    }

    @Test func manyAddressesTogetherAreSlowedToo() {
        var pins = PinGuard()
        for number in 1...PinGuard.freeForAll { pins.recordWrong(from: "\(number)", now: at(0)) }
        #expect(pins.wait(for: "new", now: at(0)) == .seconds(1))
    }

    @Test func mistakesAreForgottenOneByOne() {
        var pins = PinGuard()
        for _ in 1...5 { pins.recordWrong(from: "a", now: at(0)) }
        pins.recordWrong(from: "a", now: at(1_200))
        #expect(pins.wait(for: "a", now: at(1_200)) == .zero, "two of five were forgotten before the next")
    }

    @Test func aRightPinForgivesItsAddress() {
        var pins = PinGuard()
        for _ in 1...5 { pins.recordWrong(from: "a", now: at(0)) }
        pins.recordRight(from: .init(address: "a"), now: at(0))
        #expect(pins.wait(for: "a", now: at(0)) == .zero)
    }

    @Test func theMemoryOfAddressesIsBounded() {
        var pins = PinGuard()
        for number in 0..<5 { for _ in 0..<5 { pins.recordWrong(from: "\(number)", now: at(Double(number))) } }
        for number in 0..<PinGuard.remembered { pins.recordWrong(from: "x\(number)", now: at(10)) }
        #expect(pins.rememberedCount <= PinGuard.remembered)
    }

    /// Before, thirty wrong ones from anywhere, and then one whenever the wait was over, kept everybody out for good.
    @Test func whatStrangersGuessDoesNotKeepOutWhoeverKnewIt() {
        var pins = PinGuard()
        let desk = PinGuard.Asker(address: "10.0.0.6")
        pins.recordRight(from: nurse, now: at(0))
        pins.recordRight(from: desk, now: at(0))
        for number in 1...200 { pins.recordWrong(from: "10.0.1.\(number)", now: at(Double(number))) }
        let moved = PinGuard.Asker(address: "10.0.9.9", knownDevice: "nurse")
        #expect(pins.wait(for: nurse, now: at(200)) == .zero)
        #expect(pins.wait(for: moved, now: at(200)) == .zero, "the device is known wherever it is")
        #expect(pins.wait(for: desk, now: at(200)) == .zero, "and so is the address")
        #expect(pins.wait(for: "10.0.0.7", now: at(200)) > .zero, "strangers stay slowed")
    }

    /// Also where nobody was right before, as after a start: strangers cannot come from there.
    @Test func whatStrangersGuessDoesNotKeepOutTheNodesOwnComputer() {
        var pins = PinGuard()
        let here = PinGuard.Asker(address: "127.0.0.1", isHere: true)
        for number in 1...200 { pins.recordWrong(from: "10.0.1.\(number)", now: at(0)) }
        // Through a proxy on the same computer everybody has its address.
        for _ in 1...20 { pins.recordWrong(from: "127.0.0.1", now: at(0)) }
        #expect(pins.wait(for: here, now: at(0)) == .zero)
        for _ in 1...PinGuard.freeForAddress { pins.recordWrong(from: here, now: at(0)) }
        #expect(pins.wait(for: here, now: at(0)) == .seconds(1), "its own guesses slow it")
        var others = PinGuard()
        for _ in 1...PinGuard.freeForAll { others.recordWrong(from: here, now: at(0)) }
        #expect(others.wait(for: "10.0.0.7", now: at(0)) == .zero, "and nobody else")
    }

    /// Behind a clinic's router are staff and whoever guesses.
    @Test func aKnownDeviceIsNotKeptOutByItsNeighbours() {
        var pins = PinGuard()
        pins.recordRight(from: nurse, now: at(0))
        for _ in 1...20 { pins.recordWrong(from: nurse.address, now: at(1)) }
        #expect(pins.wait(for: nurse, now: at(1)) == .zero)
        #expect(pins.wait(for: nurse.address, now: at(1)) > .zero)
    }

    /// What a device shows may be stolen.
    @Test func aKnownDeviceHasABudgetToo() {
        var pins = PinGuard()
        for _ in 1...PinGuard.freeForDevice + PinGuard.freeForAddress { pins.recordWrong(from: nurse, now: at(0)) }
        #expect(pins.wait(for: nurse, now: at(0)) > .zero)
    }

    /// From many addresses, none of which is slowed down by itself.
    @Test func onePersonsPinIsNotGuessedFromEverywhere() {
        var pins = PinGuard()
        func vega(_ address: String, _ device: String? = nil) -> PinGuard.Asker {
            PinGuard.Asker(address: address, knownDevice: device, person: "dr. vega")
        }
        for number in 1...PinGuard.freeForPerson { pins.recordWrong(from: vega("10.0.1.\(number)"), now: at(0)) }
        #expect(pins.wait(for: vega("10.0.2.1"), now: at(0)) == .seconds(1))
        #expect(pins.wait(for: vega("10.0.2.1", "hers"), now: at(0)) == .zero, "her own device is not kept out")
        #expect(pins.wait(for: .init(address: "10.0.2.1", person: "pau"), now: at(0)) == .zero)
        for number in 1...PinGuard.remembered {
            pins.recordWrong(from: .init(address: "b", knownDevice: nil, person: "\(number)"), now: at(0))
        }
        #expect(pins.rememberedCount <= PinGuard.remembered)
    }

    /// The right answer to one's own secret says nothing of guesses at others'.
    @Test func aRightPinForgivesNoGuessesAtOthers() {
        var pins = PinGuard()
        func eve(_ person: String) -> PinGuard.Asker { .init(address: "10.0.0.5", person: person) }
        for number in 0..<PinGuard.freeForAddress { pins.recordWrong(from: eve("\(number)"), now: at(0)) }
        pins.recordRight(from: eve("eve"), now: at(0))
        #expect(pins.wait(for: eve("vega"), now: at(0)) == .seconds(1))
        for _ in 0..<4 { pins.recordWrong(from: eve("eve"), now: at(10)) }
        pins.recordRight(from: eve("eve"), now: at(10))
        #expect(pins.wait(for: eve("vega"), now: at(11)) == .zero, "her own are forgiven, and the second is over")
    }

    /// Behind 64 bits of IPv6 is a whole house.
    @Test func oneDevicesMistakesKeepNobodyElseOfItsNetworkOut() {
        var pins = PinGuard()
        pins.recordRight(from: .init(address: "2001:db8::de5c"), now: at(0))
        for _ in 0..<PinGuard.freeForAddress { pins.recordWrong(from: "2001:db8::bad", now: at(0)) }
        #expect(pins.wait(for: "2001:db8::bad", now: at(0)) == .seconds(1))
        #expect(pins.wait(for: "2001:db8::2", now: at(0)) == .zero)
        for number in 0..<PinGuard.freeForNetwork { pins.recordWrong(from: "2001:db8::bad:\(number)", now: at(0)) }
        #expect(pins.wait(for: "2001:db8::2", now: at(0)) > .zero, "all of a network have a budget together")
        #expect(pins.wait(for: "2001:db8::de5c", now: at(0)) == .zero, "and a known desk has its own")
        #expect(pins.wait(for: "10.0.0.7", now: at(0)) == .zero, "as have other networks")
    }

    /// As many as one laptop had at once.
    @Test(arguments: ["fe80::", "169.254."]) func linkLocalAddressesShareABudget(_ prefix: String) {
        var pins = PinGuard(freeForAll: 3_000)
        let addresses = (0..<620).map { number in
            prefix + (prefix.hasSuffix(":") ? String(number, radix: 16) : "\(number / 250).\(number % 250)")
        }
        var judged = 0
        for address in addresses where pins.wait(for: address, now: at(0)) == .zero {
            pins.recordWrong(from: address, now: at(0))
            judged += 1
        }
        #expect(judged == PinGuard.freeForNetwork)
    }

    /// Where mistakes come all day, they are forgotten all the same.
    @Test func mistakesOfABusyHouseAreForgottenToo() {
        var pins = PinGuard()
        for minute in stride(from: 0.0, to: 24 * 60, by: 9) {
            pins.recordWrong(from: "\(minute)", now: at(minute * 60))
        }
        #expect(pins.wait(for: "new", now: at(24 * 3_600)) == .zero)
    }

    /// A device that a person of staff stole marks from, or many of them, is worth a few guesses.
    @Test func allDevicesOfOnePersonHaveABudgetTogether() {
        var pins = PinGuard()
        let stolen = (0..<90).map { PinGuard.Asker(address: "10.0.0.5", knownDevice: "\($0)", person: "vega") }
        var judged = 0
        for asker in stolen + stolen where pins.wait(for: asker, now: at(0)) == .zero {
            pins.recordWrong(from: asker, now: at(0))
            judged += 1
        }
        #expect(judged <= PinGuard.freeForDevices + PinGuard.freeForAddress)
        #expect(pins.wait(for: .init(address: "10.0.0.9", person: "pau"), now: at(0)) == .zero)
        pins.forgetGuesses(at: "vega")
        #expect(pins.wait(for: .init(address: "10.0.0.9", person: "vega"), now: at(0)) == .zero)
    }

    @Test func addressesOfOnePersonPushOutNobodyElses() {
        var pins = PinGuard()
        pins.recordRight(from: .init(address: "desk", person: "vega"), now: at(0))
        for number in 1...PinGuard.mostKnown {
            pins.recordRight(from: .init(address: "\(number)", person: "eve"), now: at(Double(number)))
        }
        #expect(pins.known.count == 1 + PinGuard.mostKnownOfPerson)
        pins.keepOnly(["vega"])
        #expect(pins.known.keys.map(\.address) == ["desk"], "they end with the person")
    }

    @Test func whatWasRightAfterAllIsForgiven() {
        var pins = PinGuard()
        let asker = PinGuard.Asker(address: "10.0.0.9", person: "dr. vega")
        for _ in 1...100 { pins.forgive(pins.recordWrong(from: asker, now: at(0)), now: at(0)) }
        #expect(pins.wait(for: asker, now: at(0)) == .zero)
    }

    @Test func whatIsRememberedOfDevicesIsBounded() {
        var pins = PinGuard()
        for number in 0...PinGuard.remembered {
            pins.recordWrong(from: .init(address: "a", knownDevice: "\(number)"), now: at(0))
        }
        for number in 0...PinGuard.mostKnown { pins.recordRight(from: .init(address: "b\(number)"), now: at(0)) }
        #expect(pins.rememberedCount <= PinGuard.remembered && pins.known.count == PinGuard.mostKnown)
    }
}

struct StaffTests {
    private let desk = StaffSessions.Bearer(address: "10.0.0.5", device: DeviceCookie(), isSecure: true)

    private func bearer(_ address: String, _ isSecure: Bool = true) -> StaffSessions.Bearer {
        StaffSessions.Bearer(address: address, device: nil, isSecure: isSecure)
    }

    @Test func aSessionEndsAfterTwelveHours() {
        var sessions = StaffSessions()
        let token = sessions.begin(for: desk, now: at(0))
        #expect(sessions.isValid(token, from: desk, now: at(12 * 3_600 - 1)))
        #expect(!sessions.isValid(token, from: desk, now: at(12 * 3_600)))
        #expect(!sessions.isValid("", from: desk, now: at(0)))
    }

    /// Whoever has read its cookie along has the cookie alone.
    @Test func aSessionIsForTheDeviceAddressAndKindOfConnectionThatBeganIt() {
        var sessions = StaffSessions()
        let token = sessions.begin(for: desk, now: at(0))
        let others = [
            StaffSessions.Bearer(address: "10.0.0.66", device: desk.device, isSecure: true),
            StaffSessions.Bearer(address: desk.address, device: DeviceCookie(), isSecure: true),
            StaffSessions.Bearer(address: desk.address, device: nil, isSecure: true),
            StaffSessions.Bearer(address: desk.address, device: desk.device, isSecure: false),
        ]
        for other in others { #expect(!sessions.isValid(token, from: other, now: at(1)), "\(other)") }
        #expect(sessions.isValid(token, from: desk, now: at(1)))
    }

    @Test func theOldestGivesWay() {
        var sessions = StaffSessions()
        let first = sessions.begin(for: desk, now: at(0))
        for number in 1...StaffSessions.capacity { _ = sessions.begin(for: desk, now: at(Double(number))) }
        #expect(!sessions.isValid(first, from: desk, now: at(101)))
    }

    /// A hundred logins of one person ended those of everybody else.
    @Test func loginsOfOnePersonEndNobodyElses() {
        var sessions = StaffSessions()
        let others = ["vega", nil, "pau"].map { sessions.begin(for: desk, by: $0, now: at(0)) }
        let first = sessions.begin(for: desk, by: "eve", now: at(0))
        for number in 1...500 { _ = sessions.begin(for: desk, by: "eve", now: at(Double(number))) }
        for token in others { #expect(sessions.isRunning(token, now: at(501))) }
        #expect(sessions.counts(now: at(501))["eve"] == StaffSessions.capacityOfPerson)
        #expect(!sessions.isRunning(first, now: at(501)))
        for number in 1...500 { _ = sessions.begin(for: desk, now: at(501 + Double(number))) }
        #expect(sessions.isRunning(others[0], now: at(1_002)) && sessions.isRunning(others[2], now: at(1_002)))
        #expect(sessions.counts(now: at(1_002)).values.reduce(0, +) == StaffSessions.capacity)
    }

    @Test func thePinAloneIsEnough() async throws {
        let authentication = StaffAuthentication(pin: "4711")
        await #expect(throws: WebRefusal.wrongPIN(hasName: false)) {
            try await authentication.login("4712", from: desk, now: at(0))
        }
        await #expect(throws: WebRefusal.wrongPIN(hasName: false)) {
            try await authentication.login("", from: desk, now: at(0))
        }
        let token = try await authentication.login("4711", from: desk, now: at(0)).token
        #expect(await authentication.login(by: token, from: desk, now: at(1)) != nil)
        await authentication.logout(token)
        #expect(await authentication.login(by: token, from: desk, now: at(1)) == nil)
        await #expect(throws: WebRefusal.noSharedPIN) {
            try await StaffAuthentication(pin: nil).login("", from: desk, now: at(0))
        }
    }

    @Test func anotherPinLogsOutWhoeverGaveTheOld() async throws {
        let secret = [UInt8](repeating: 7, count: 32)
        let authentication = StaffAuthentication(pin: "4711", secret: secret)
        let welcome = try await authentication.login("4711", from: desk, now: at(0))
        let (token, known) = (welcome.token, welcome.known)
        await authentication.setSharedPIN("4711")
        #expect(await authentication.login(by: token, from: desk, now: at(1)) != nil, "It is the same.")
        await authentication.setSharedPIN("4712")
        #expect(await authentication.login(by: token, from: desk, now: at(1)) == nil)
        #expect(await !authentication.isRunning(token, now: at(1)))
        await #expect(throws: WebRefusal.wrongPIN(hasName: false)) {
            try await authentication.login("4711", from: desk, known: known, now: at(2))
        }
        _ = try await authentication.login("4712", from: desk, now: at(3))
        await authentication.setSharedPIN(nil)
        await #expect(throws: WebRefusal.noSharedPIN) { try await authentication.login("4712", from: desk, now: at(4)) }
        #expect(await !authentication.isShared)
    }

    @Test func thePinOfAPersonHoldsWhateverTheSharedOneIs() {
        var sessions = StaffSessions()
        let shared = sessions.begin(for: desk, now: at(0))
        let own = sessions.begin(for: desk, by: "stamp", now: at(0))
        sessions.endShared()
        #expect(!sessions.isRunning(shared, now: at(1)) && sessions.isRunning(own, now: at(1)))
    }

    @Test func whileSlowedEvenTheRightPinWaits() async throws {
        let authentication = StaffAuthentication(pin: "4711")
        for _ in 1...5 { _ = try? await authentication.login("0", from: desk, now: at(0)) }
        await #expect(throws: WebRefusal.tooManyPINs(seconds: 1)) {
            try await authentication.login("4711", from: desk, now: at(0.5))
        }
        _ = try await authentication.login("4711", from: desk, now: at(1))
    }

    /// The node may be started anew in the middle of an attack.
    @Test func aDeviceIsKnownAgainAfterARestartUntilThePinIsAnother() async throws {
        let secret = [UInt8](repeating: 7, count: 32)
        let before = StaffAuthentication(pin: "4711", secret: secret)
        let known = try await before.login("4711", from: desk, now: at(0)).known
        let restarted = StaffAuthentication(pin: "4711", secret: secret)
        for number in 1...60 { _ = try? await restarted.login("0", from: bearer("10.0.1.\(number)"), now: at(0)) }
        _ = try await restarted.login("4711", from: desk, known: known, now: at(0.5))
        await #expect(throws: WebRefusal.tooManyPINs(seconds: 1)) {
            try await restarted.login("4711", from: bearer("10.0.2.1"), now: at(0.5))
        }
        let changed = KnownDevices(secret: secret, pin: "4712")
        #expect(changed.id(of: known, at: 0) == nil)
        let same = KnownDevices(secret: secret, pin: "4711")
        #expect(same.id(of: known + "x", at: 0) == nil && same.id(of: "", at: 0) == nil)
        #expect(same.id(of: same.renewed(nil, at: 1_000), at: 1_000 + KnownDevices.lifetime - 1) != nil)
        #expect(same.id(of: same.renewed(nil, at: 1_000), at: 1_000 + KnownDevices.lifetime) == nil)
    }

    /// A desk that several use is known to each of them, and keeps its ids.
    @Test func aDeviceIsKnownForEachWhoUsesIt() {
        let secret = [UInt8](repeating: 7, count: 32)
        let everybody = (0..<KnownDevices.most).map { KnownDevices(secret: secret, stamp: "\($0)") }
        let shown = everybody.reduce(String?.none) { $1.renewed($0, at: 0) }
        let ids = everybody.map { $0.id(of: shown, at: 1) }
        #expect(Set(ids).count == everybody.count && !ids.contains(nil))
        #expect(everybody[0].id(of: everybody[0].renewed(shown, at: 1), at: 1) == ids[0])
        let more = KnownDevices(secret: secret, stamp: "more").renewed(shown, at: 1)
        #expect(everybody[0].id(of: more, at: 1) == nil && everybody[1].id(of: more, at: 1) == ids[1])
        #expect(KnownDevices(secret: secret, pin: "0").id(of: shown, at: 1) == nil, "no stamp is a shared PIN")
        #expect(everybody[0].renewed("x.\(String(repeating: ".", count: 900))", at: 0).count < 80)
    }
}

struct AdmissionGuessingTests {
    /// Whoever holds a code is new, so there is nobody to know again: the budget of all must outlast one attacker.
    @Test func wrongCodesFromManyAddressesDoNotRefuseARightOne() async throws {
        let admissions = Admissions()
        let code = await admissions.code(for: "one", now: at(0))
        for number in 0..<200 {
            try? await admissions.use("0", for: "one", from: "10.0.1.\(number)", now: at(Double(number) / 10))
        }
        try await admissions.use(code, for: "one", from: "10.0.0.5", now: at(20))
    }

    @Test func oneAddressIsSlowedAllTheSame() async throws {
        let admissions = Admissions()
        let code = await admissions.code(for: "one", now: at(0))
        for _ in 0..<5 { try? await admissions.use("0", for: "one", from: "10.0.1.1", now: at(0)) }
        await #expect(throws: WireFault.self) {
            try await admissions.use(code, for: "one", from: "10.0.1.1", now: at(0.5))
        }
    }
}
