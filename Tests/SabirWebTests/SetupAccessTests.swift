import Testing

@testable import SabirWeb

@Suite("Who may set a place up")
struct SetupAccessTests {
    private let moment = ContinuousClock.now

    private func enter(_ access: SetupAccess, _ code: String, from address: String = "10.0.0.7") async -> String? {
        try? await access.enter(code, from: address, at: moment)
    }

    @Test("whoever shows the code, once, for an hour")
    func once() async throws {
        let access = SetupAccess()
        let code = await access.code
        let token = try #require(await enter(access, code))
        #expect(await access.isIn(token, at: moment))
        #expect(await !access.isIn(token, at: moment + SetupAccess.lifetime))
        #expect(await !access.isIn(nil, at: moment))
        #expect(await !access.isIn("", at: moment))
        #expect(await enter(access, code) == nil, "It was shown before.")
        #expect(await enter(access, await access.code) != nil)
    }

    @Test("however it is typed")
    func typed() async {
        let access = SetupAccess()
        var code = await access.code.lowercased()
        code = code.replacing("-", with: " ").replacing("0", with: "o").replacing("1", with: "l")
        #expect(await enter(access, " " + code) != nil)
    }

    @Test("nobody without it, and an address has ten tries a minute, whoever else tries")
    func tries() async throws {
        let access = SetupAccess()
        let code = await access.code
        for wrong in ["", "-", String(code.dropLast()), code + "0", String(repeating: "0", count: 100_000)] {
            let refusal = await #expect(throws: WebRefusal.self) {
                try await access.enter(wrong, from: "10.0.0.7", at: moment)
            }
            #expect(refusal?.code == "code-wrong")
        }
        for _ in 0..<5 { _ = await enter(access, "ZZZZ-ZZZZ") }
        await #expect(throws: WebRefusal.tooFast) {
            try await access.enter(code, from: "10.0.0.7", at: moment)
        }
        _ = try await access.enter(code, from: "10.0.0.7", at: moment + .seconds(60))
        #expect(await enter(access, await access.code, from: "10.0.0.8") != nil)
    }

    @Test("sixteen devices at most: the first is out when the next comes")
    func devices() async throws {
        let access = SetupAccess()
        var tokens: [String] = []
        for number in 0...16 {
            let code = await access.code
            tokens.append(
                try await access.enter(code, from: "10.0.0.\(number)", at: moment + .seconds(number)))
        }
        #expect(tokens.count == 17)
        #expect(await !access.isIn(tokens[0], at: moment + .seconds(20)))
        #expect(await access.isIn(tokens[1], at: moment + .seconds(20)))
    }
}
