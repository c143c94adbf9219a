import Testing

@testable import SabirWeb

@Suite("The checks of phones that are open")
struct PhoneCheckStateTests {
    private let now = ContinuousClock.now

    private func admit(
        _ state: inout PhoneCheckState, _ code: String, device: String? = nil, from address: String = "10.0.0.7",
        at moment: ContinuousClock.Instant? = nil
    ) -> PhoneCheckState.Admission {
        let visit = PhoneVisit(seen: [], hasProbed: nil, came: moment ?? now)
        return state.admit(to: code, visit, device: device, from: address, at: moment ?? now)
    }

    private func token(_ entry: PhoneCheckState.Admission) -> String? {
        if case .welcome(let token) = entry { return token }
        return nil
    }

    @Test("whoever has the code comes in, for ten minutes, and is known by a token")
    func code() throws {
        var state = PhoneCheckState()
        let code = state.open(at: now)
        let first = try #require(token(admit(&state, code.lowercased())))
        let second = try #require(token(admit(&state, code)))
        #expect(first != second)
        #expect(state.visit(by: first, at: now) { $0.beginStream() } == true)
        #expect(state.visit(by: code, at: now) { $0.beginStream() } == nil)
        #expect(state.visit(by: "", at: now) { $0.beginStream() } == nil)
        #expect(state.answer(to: code, at: now)?.phones.count == 2)
        let later = now + PhoneCheckState.lifetime
        #expect(admit(&state, code, at: later) == .unknown)
        #expect(state.answer(to: code, at: later) == nil)
        #expect(state.visit(by: first, at: later) { $0.beginStream() } == nil)
    }

    @Test("an address has ten tries a minute, whoever else tries")
    func tries() {
        var state = PhoneCheckState()
        let code = state.open(at: now)
        for _ in 0..<10 { #expect(admit(&state, "ZZZZ-ZZZZ") == .unknown) }
        #expect(admit(&state, code) == .tooFast)
        #expect(token(admit(&state, code, from: "10.0.0.8")) != nil)
        #expect(token(admit(&state, code, at: now + .seconds(60))) != nil)
    }

    @Test("eight phones, and a device that comes again takes its own place")
    func places() throws {
        var state = PhoneCheckState()
        let code = state.open(at: now)
        let first = try #require(token(admit(&state, code, device: "0", from: "10.0.0.0")))
        for number in 1..<PhoneCheckState.mostPhones {
            #expect(token(admit(&state, code, device: "\(number)", from: "10.0.0.\(number)")) != nil)
        }
        #expect(admit(&state, code, device: "more", from: "10.0.1.1") == .full)
        let again = try #require(token(admit(&state, code, device: "0", from: "10.0.0.0")))
        #expect(state.visit(by: first, at: now) { $0.beginStream() } == nil, "Its earlier page is not it any more.")
        #expect(state.visit(by: again, at: now) { $0.beginStream() } == true)
        #expect(state.answer(to: code, at: now)?.phones.count == PhoneCheckState.mostPhones)
    }

    @Test("eight checks: the oldest goes")
    func checks() {
        var state = PhoneCheckState()
        let codes = (0...PhoneCheckState.mostChecks).map { _ in state.open(at: now) }
        #expect(state.answer(to: codes[0], at: now) == nil)
        let answers = codes.dropFirst().map { state.answer(to: $0, at: now) }
        #expect(!answers.contains(nil))
    }

    @Test("that the page was asked for is known of the check whose code it was")
    func opened() {
        var state = PhoneCheckState()
        let (one, other) = (state.open(at: now), state.open(at: now))
        state.markOpened("ZZZZ-ZZZZ", at: now)
        state.markOpened(one, at: now)
        #expect(state.answer(to: one, at: now)?.opened == true)
        #expect(state.answer(to: other, at: now)?.opened == false)
    }
}
