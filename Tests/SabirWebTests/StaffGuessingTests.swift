import Synchronization
import Testing

@testable import SabirWeb

/// A list of staff in memory, whose PINs are judged at once.
private final class HandBook: WebStaffBook {
    struct Kept {
        var pins = ["Dr. Vega": "vega-4927", "Pau": "pau-6138", "Eve": "eve-27391"]
        var look = 0
        var recorded: [String] = []
        var addresses: [WebKnownAddress] = []
        var code: (digits: String, WebStaffCode)?
    }

    let kept = Mutex(Kept())

    private static func person(_ name: String, _ pin: String) -> WebStaffPerson {
        WebStaffPerson(name: name, stamp: "\(name) \(pin)", since: .distantPast)
    }

    func list() -> (look: Int, people: [WebStaffPerson]) {
        kept.withLock { kept in
            kept.look += 1
            return (kept.look, kept.pins.sorted { $0.key < $1.key }.map(Self.person))
        }
    }

    func person(named name: String, withPIN pin: String) -> WebStaffPerson? {
        kept.withLock { $0.pins[name] == pin ? Self.person(name, pin) : nil }
    }

    func add(_ name: String, pin: String, manages: Bool, isInterpreter: Bool, by who: String) {}
    func setPIN(of name: String, to pin: String, by who: String) { kept.withLock { $0.pins[name] = pin } }
    func remove(_ name: String, leavesAWayIn: Bool, by who: String) { kept.withLock { $0.pins[name] = nil } }

    func record(_ what: String, of name: String?, by who: String) {
        kept.withLock { $0.recorded.append("\(what) \(name ?? "-") \(who)") }
    }

    func use(code: String) -> WebStaffCode? {
        kept.withLock { kept in
            guard let (digits, whose) = kept.code, digits == code else { return nil }
            kept.code = nil
            return whose
        }
    }

    func knownAddresses() -> [WebKnownAddress] { kept.withLock { $0.addresses } }
    func keep(_ addresses: [WebKnownAddress]) { kept.withLock { $0.addresses = addresses } }
}

/// Somebody of staff guesses a colleague's PIN, as fast as the node lets them.
struct StaffGuessingTests {
    private static let hour = 3_600
    /// What one person's PIN is guessed at in an hour, whoever guesses, and a few for the guesser's devices.
    private static let bound = 50

    private let book = HandBook()
    private let staff: StaffAuthentication
    private static let secret = [UInt8](repeating: 7, count: 32)

    init() { staff = StaffAuthentication(pin: "271828", secret: Self.secret, book: book) }

    private func bearer(_ address: String) -> StaffSessions.Bearer {
        StaffSessions.Bearer(address: address, device: nil, isSecure: true)
    }

    /// What the device shows from then on; nil where the login was refused.
    private func login(
        _ name: String?, _ pin: String, from address: String, known: String? = nil, isHere: Bool = false,
        second: Int = 0, to staff: StaffAuthentication? = nil
    ) async -> String? {
        try? await (staff ?? self.staff).login(
            pin, as: name, from: bearer(address), known: known, isHere: isHere, now: at(Double(second)), at: second
        ).known
    }

    /// How many guesses at Dr. Vega's PIN are judged within an hour: one a second from each of these in turn.
    private func guesses(
        _ devices: [(address: String, known: String?)], from second: Int = 0, between: (Int) async -> Void = { _ in }
    ) async -> Int {
        var judged = 0
        for passed in 0..<Self.hour {
            let now = second + passed
            let device = devices[passed % devices.count]
            do throws(WebRefusal) {
                _ = try await staff.login(
                    "guess-\(passed)", as: "Dr. Vega", from: bearer(device.address), known: device.known,
                    now: at(Double(now)), at: now)
            } catch {
                if error == .wrongPIN(hasName: true) { judged += 1 }
            }
            await between(now)
        }
        return judged
    }

    @Test(arguments: [1, 3, 250]) func fromDevicesKnownByOnesOwnPIN(_ count: Int) async throws {
        var devices: [(address: String, known: String?)] = []
        for number in 1...count {
            let address = "10.0.0.\(number)"
            let known = try #require(await login("Eve", "eve-27391", from: address))
            devices.append((address, known))
        }
        // After each guess they log in by their own PIN again.
        let judged = await guesses(devices) { now in
            let device = devices[now % count]
            _ = await login("Eve", "eve-27391", from: device.address, known: device.known, second: now)
        }
        #expect(judged <= Self.bound)
    }

    @Test func fromManyLinkLocalAddresses() async {
        let devices = (0..<620).map { (address: "fe80::\(String($0, radix: 16))", known: String?.none) }
        #expect(await guesses(devices) <= Self.bound)
    }

    @Test func afterARemovalWithTheCookiesThatWereCollected() async throws {
        await staff.restore(now: at(0), at: 0)
        var cookies: [(address: String, known: String?)] = []
        var tokens: [String] = []
        for number in 1...100 {
            let welcome = try await staff.login(
                "eve-27391", as: "Eve", from: bearer("10.0.0.\(number)"), now: at(Double(number)), at: number)
            cookies.append(("10.0.0.\(number)", welcome.known))
            tokens.append(welcome.token)
        }
        #expect(await staff.login(by: tokens[99], from: bearer("10.0.0.100"), now: at(101)) != nil)
        book.remove("Eve", leavesAWayIn: true, by: "test")
        _ = try await staff.persons(now: at(101))
        #expect(await staff.login(by: tokens[99], from: bearer("10.0.0.100"), now: at(101)) == nil)
        #expect(await login("Eve", "eve-27391", from: "10.0.0.100", known: cookies[99].known, second: 102) == nil)
        #expect(await guesses(cookies, from: 110) <= Self.bound)
        #expect(book.knownAddresses().count <= PinGuard.mostKnownOfPerson)
    }

    /// Of a desk that both use somebody takes what it shows for the other, day after day.
    @Test func withMarksOfThePersonThemselves() async throws {
        var marks: [(address: String, known: String?)] = []
        for _ in 1...90 { marks.append(("10.0.0.66", await login("Dr. Vega", "vega-4927", from: "10.0.0.5"))) }
        #expect(await guesses(marks) <= Self.bound + PinGuard.freeForDevices)
        book.setPIN(of: "Dr. Vega", to: "vega-8842", by: "test")
        let hers = try #require(await login("Dr. Vega", "vega-8842", from: "10.0.0.5", second: 4_000))
        #expect(await guesses(marks, from: 4_001) <= Self.bound, "another PIN ends them")
        #expect(await login("Dr. Vega", "vega-8842", from: "10.0.9.9", known: hers, second: 8_000) != nil)
    }

    /// The remedy where what several devices show was stolen: from then on those that gave the new PIN are known.
    @Test func anotherSharedPINEndsWhatWasCountedForTheOld() async throws {
        for _ in 0..<PinGuard.freeForDevices / PinGuard.freeForDevice {
            let mark = try #require(await login(nil, "271828", from: "10.0.0.66"))
            for _ in 0..<PinGuard.freeForDevice { _ = await login(nil, "0", from: "10.0.0.66", known: mark) }
        }
        await staff.setSharedPIN("314159")
        let hers = try #require(await login(nil, "314159", from: "10.0.0.7"))
        for number in 0...PinGuard.freeForAll { _ = await login(nil, "0", from: "10.0.1.\(number)") }
        #expect(await login(nil, "314159", from: "10.0.9.9", known: hers) != nil)
        #expect(await login(nil, "314159", from: "10.0.9.8") == nil, "a new device waits")
    }

    /// While one guesses, and others from everywhere, whoever knows their PIN gets in.
    @Test func nobodyElseIsKeptOut() async throws {
        let hers = try #require(await login("Dr. Vega", "vega-4927", from: "10.0.0.5"))
        let desk = try #require(await login("Pau", "pau-6138", from: "2001:db8::de5c", known: hers))
        #expect(await login(nil, "271828", from: "10.0.0.7") != nil)
        let strangers = (0..<300).map { (address: "2001:db8::bad:\($0)", known: String?.none) }
        _ = await guesses(strangers)
        let now = Self.hour
        for number in 0..<200 { _ = await login(nil, "0", from: "10.0.1.\(number)", second: now) }
        #expect(await login("Dr. Vega", "vega-4927", from: "10.0.9.9", known: hers, second: now) != nil)
        #expect(await login("Dr. Vega", "vega-4927", from: "2001:db8::de5c", known: desk, second: now) != nil)
        #expect(await login("Pau", "pau-6138", from: "2001:db8::de5c", second: now) != nil, "the desk, without cookies")
        #expect(await login(nil, "271828", from: "10.0.0.7", second: now) != nil)
        #expect(await login("Dr. Vega", "vega-4927", from: "127.0.0.1", isHere: true, second: now) != nil)
        #expect(await login("Eve", "eve-27391", from: "10.0.1.250", second: now) == nil, "a new device waits")
    }

    @Test func aRestartAmidAnAttackKeepsTheDeskItsWayIn() async throws {
        await staff.restore(now: at(0), at: 0)
        #expect(await login("Pau", "pau-6138", from: "10.0.0.5") != nil)
        #expect(await login(nil, "271828", from: "10.0.0.6") != nil)
        let restarted = StaffAuthentication(pin: "271828", secret: Self.secret, book: book)
        await restarted.restore(now: at(60), at: 60)
        for number in 0..<60 { _ = await login(nil, "0", from: "10.0.1.\(number)", second: 60, to: restarted) }
        let desks: [(String?, String, String)] = [("Pau", "pau-6138", "10.0.0.5"), (nil, "271828", "10.0.0.6")]
        for (name, pin, address) in desks {
            #expect(await login(name, pin, from: address, second: 60, to: restarted) != nil, "\(address)")
        }
        #expect(await login(nil, "271828", from: "10.0.2.1", second: 60, to: restarted) == nil)
    }

    /// What is kept is kept for those alone who are on the list, and as long as devices are known.
    @Test func whatAnEarlierRunKnewEnds() async throws {
        book.keep([
            WebKnownAddress(address: "10.0.0.5", person: "gone", seconds: 20),
            WebKnownAddress(address: "10.0.0.6", person: nil, seconds: 10),
        ])
        _ = try await staff.persons(now: at(0))
        await staff.restore(now: at(0), at: 10 + KnownDevices.lifetime)
        for number in 0..<60 { _ = await login(nil, "0", from: "10.0.1.\(number)") }
        for address in ["10.0.0.5", "10.0.0.6"] { #expect(await login(nil, "271828", from: address) == nil) }
    }

    /// Nobody can block a code that this computer made.
    @Test func aCodeLogsInWhateverIsWaitedFor() async throws {
        _ = try await staff.persons(now: at(0))
        for number in 0..<60 { _ = await login("Dr. Vega", "0", from: "10.0.1.\(number)") }
        #expect(await login("Dr. Vega", "vega-4927", from: "10.0.1.1") == nil)
        book.kept.withLock { $0.code = ("482100937715", .person("Dr. Vega")) }
        let known = try #require(await login("Dr. Vega", "482100937715", from: "10.0.1.1"))
        #expect(await login("Dr. Vega", "482100937715", from: "10.0.1.1") == nil, "once")
        #expect(await login("Dr. Vega", "vega-4927", from: "10.0.1.1", known: known) != nil)
        #expect(book.kept.withLock { $0.recorded.contains("staff-code-used Dr. Vega page 10.0.1.1") })
    }

    @Test func wrongPINsAreWrittenDownAndTenAreTold() async throws {
        for number in 1..<PinGuard.worthTelling {
            _ = await login(number == 1 ? "my-own-pin" : "Dr. Vega", "0", from: "10.0.0.\(number)")
        }
        #expect(await staff.notices(now: at(0)).isEmpty)
        _ = await login(nil, "0", from: "10.0.0.66")
        #expect(await staff.notices(now: at(0)).map(\.code) == ["pin-guessed"])
        #expect(await staff.notices(now: at(7_200)).isEmpty, "it is over")
        let recorded = book.kept.withLock { $0.recorded }
        #expect(recorded.count == PinGuard.worthTelling && recorded[0] == "pin-wrong - page 10.0.0.1")
        #expect(recorded[1] == "pin-wrong Dr. Vega page 10.0.0.2" && recorded.last == "pin-wrong - page 10.0.0.66")
    }
}
