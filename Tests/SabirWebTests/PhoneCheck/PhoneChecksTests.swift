import Testing

@testable import SabirWeb

@Suite("The checks of phones that are open")
struct PhoneChecksTests {
    private let now = ContinuousClock.now

    private func admit(
        _ checks: PhoneChecks, _ code: String, device: String? = nil, from address: String = "10.0.0.7",
        at moment: ContinuousClock.Instant? = nil
    ) async throws(WebRefusal) -> String {
        let visit = PhoneVisit(seen: [], hasProbed: nil, came: moment ?? now)
        return try await checks.admit(to: code, visit, device: device, from: address, at: moment ?? now)
    }

    @Test("whoever has the code comes in, for ten minutes, and is known by a token")
    func code() async throws {
        let checks = PhoneChecks()
        let code = await checks.open(at: now)
        let first = try await admit(checks, code.lowercased())
        let second = try await admit(checks, code)
        #expect(first != second)
        #expect(await checks.visit(by: first, at: now) { $0.beginStream() } == true)
        #expect(await checks.visit(by: code, at: now) { $0.beginStream() } == nil)
        #expect(await checks.visit(by: "", at: now) { $0.beginStream() } == nil)
        #expect(await checks.answer(to: code, at: now)?.phones.count == 2)
        let later = now + PhoneChecks.lifetime
        await #expect(throws: WebRefusal.noPhoneCheck) { try await admit(checks, code, at: later) }
        #expect(await checks.answer(to: code, at: later) == nil)
        #expect(await checks.visit(by: first, at: later) { $0.beginStream() } == nil)
    }

    @Test("an address has ten tries a minute, whoever else tries")
    func tries() async throws {
        let checks = PhoneChecks()
        let code = await checks.open(at: now)
        for _ in 0..<10 { await #expect(throws: WebRefusal.noPhoneCheck) { try await admit(checks, "ZZZZ-ZZZZ") } }
        await #expect(throws: WebRefusal.tooFast) { try await admit(checks, code) }
        _ = try await admit(checks, code, from: "10.0.0.8")
        _ = try await admit(checks, code, at: now + .seconds(60))
    }

    @Test("eight phones, and a device that comes again takes its own place")
    func places() async throws {
        let checks = PhoneChecks()
        let code = await checks.open(at: now)
        let first = try await admit(checks, code, device: "0", from: "10.0.0.0")
        for number in 1..<PhoneChecks.mostPhones {
            _ = try await admit(checks, code, device: "\(number)", from: "10.0.0.\(number)")
        }
        await #expect(throws: WebRefusal.phoneCheckFull) {
            try await admit(checks, code, device: "more", from: "10.0.1.1")
        }
        let again = try await admit(checks, code, device: "0", from: "10.0.0.0")
        let earlier = await checks.visit(by: first, at: now) { $0.beginStream() }
        #expect(earlier == nil, "Its earlier page is not it any more.")
        #expect(await checks.visit(by: again, at: now) { $0.beginStream() } == true)
        #expect(await checks.answer(to: code, at: now)?.phones.count == PhoneChecks.mostPhones)
    }

    @Test("eight checks: the oldest goes")
    func dropsTheOldest() async {
        let checks = PhoneChecks()
        let oldest = await checks.open(at: now)
        var codes: [String] = []
        for _ in 0..<PhoneChecks.mostChecks { codes.append(await checks.open(at: now)) }
        #expect(await checks.answer(to: oldest, at: now) == nil)
        for code in codes { #expect(await checks.answer(to: code, at: now) != nil) }
    }

    @Test("that the page was asked for is known of the check whose code it was")
    func opened() async {
        let checks = PhoneChecks()
        let (one, other) = (await checks.open(at: now), await checks.open(at: now))
        await checks.markOpened("ZZZZ-ZZZZ", at: now)
        await checks.markOpened(one, at: now)
        #expect(await checks.answer(to: one, at: now)?.opened == true)
        #expect(await checks.answer(to: other, at: now)?.opened == false)
    }
}
