import SabirProtocol
import Testing

@testable import SabirWeb

@Suite("Who may review a language")
struct ReviewAccessTests {
    private let moment = ContinuousClock.now
    private let anna = ReviewAccess.Reviewer(name: "Anna", language: "pl")
    private let celal = ReviewAccess.Reviewer(name: "Celal", language: "tr")

    private func enter(
        _ access: ReviewAccess, _ code: String, from address: String = "10.0.0.7",
        at moment: ContinuousClock.Instant? = nil
    ) async -> String? {
        try? await access.enter(code, from: address, at: moment ?? self.moment)
    }

    @Test("whoever shows the code, once, as the one for whom it was made")
    func once() async throws {
        let access = ReviewAccess()
        let (first, second) = (await access.invite(anna, at: moment), await access.invite(celal, at: moment))
        let token = try #require(await enter(access, second.lowercased().replacing("-", with: " ")))
        #expect(await access.reviewer(by: token, at: moment) == celal)
        #expect(await enter(access, second) == nil, "It was shown before.")
        let other = try #require(await enter(access, first))
        #expect(await access.reviewer(by: other, at: moment) == anna)
        #expect(await access.reviewer(by: token, at: moment) == celal)
        for wrong in [nil, "", "x"] { #expect(await access.reviewer(by: wrong, at: moment) == nil) }
    }

    @Test("for as long as code and session last, and not after leaving")
    func ends() async throws {
        let access = ReviewAccess()
        let late = await access.invite(anna, at: moment)
        #expect(await enter(access, late, from: "10.0.0.9", at: moment + ReviewAccess.invitation) == nil)
        let token = try #require(await enter(access, await access.invite(anna, at: moment)))
        #expect(await access.reviewer(by: token, at: moment + ReviewAccess.session) == nil)
        await access.leave("another's")
        #expect(await access.reviewer(by: token, at: moment) == anna)
        await access.leave(token)
        #expect(await access.reviewer(by: token, at: moment) == nil)
    }

    @Test("ten tries a minute for an address, whoever else tries")
    func tries() async {
        let access = ReviewAccess()
        let code = await access.invite(anna, at: moment)
        for _ in 0..<10 { #expect(await enter(access, "ZZZZ-ZZZZ") == nil) }
        await #expect(throws: WebRefusal.tooFast) {
            try await access.enter(code, from: "10.0.0.7", at: moment)
        }
        #expect(await enter(access, code, from: "10.0.0.8") != nil)
    }

    @Test("sixteen codes and sixteen sessions: the oldest goes")
    func bounded() async throws {
        let access = ReviewAccess()
        let lost = await access.invite(anna, at: moment)
        var codes: [String] = []
        for _ in 0..<16 { codes.append(await access.invite(celal, at: moment)) }
        #expect(await enter(access, lost) == nil)
        codes.append(await access.invite(celal, at: moment))
        var tokens: [String] = []
        for (number, code) in codes.dropFirst().enumerated() {
            if let token = await enter(access, code, from: "10.0.1.\(number)") { tokens.append(token) }
        }
        if let token = await enter(access, await access.invite(anna, at: moment)) { tokens.append(token) }
        #expect(tokens.count == 17)
        #expect(await access.reviewer(by: tokens[0], at: moment) == nil)
        #expect(await access.reviewer(by: tokens[16], at: moment) == anna)
    }
}
