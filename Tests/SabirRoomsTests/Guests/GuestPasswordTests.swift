import SabirProtocol
import Testing

@testable import SabirClient

/// A password that offers what the test says, and proves nothing.
private struct ScriptedPassword: GuestPassword {
    let nonce: String

    func offer() -> PasswordOffer { PasswordOffer(nonce: nonce) }

    func answer(_: PasswordChallenge, to _: PasswordOffer, certificate _: String) async throws(RouteError) -> GuestProof
    {
        throw RouteError("Nothing is proved here.")
    }
}

@Suite struct GuestCredentialsTests {
    @Test func aPasswordIsOfferedOnlyToAHostThatSomethingVouchesFor() {
        var credentials = GuestCredentials(password: ScriptedPassword(nonce: "n1"))
        let offered = credentials.makeOffer(isProven: true)
        #expect(offered == PasswordOffer(nonce: "n1") && credentials.offer == offered)
        // On the next connection nothing of the one before counts.
        let next = credentials.makeOffer(isProven: false)
        #expect(next == nil && credentials.offer == nil)
    }

    @Test func withoutOneNothingIsOfferedAndEachGuestIsADeviceOfItsOwn() {
        var credentials = GuestCredentials()
        let offered = credentials.makeOffer(isProven: true)
        #expect(offered == nil)
        #expect(credentials.passing != GuestCredentials().passing)
    }
}

@Suite struct PasswordExchangeTests {
    private static let room = "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01"
    private static let other = "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a02"

    private func challenge(_ room: String = room) -> PasswordChallenge {
        PasswordChallenge(
            room: room, salt: "salt", cost: PasswordCost(rounds: 2, blockSize: 1, parallelism: 1), nonce: "n2")
    }

    private func offering(canAsk: Bool = true) -> PasswordExchange {
        var exchange = PasswordExchange(canAsk: canAsk)
        exchange.begin(PasswordOffer(nonce: "n1"))
        return exchange
    }

    @Test func oneChallengeAConnectionIsTaken() {
        var exchange = offering()
        let first = exchange.accept(challenge(), for: nil)
        #expect(first && exchange.isAtWork)
        let second = exchange.accept(challenge(), for: nil)
        exchange.begin(PasswordOffer(nonce: "n3"))
        #expect(!second && !exchange.isAtWork)
        let onTheNext = exchange.accept(challenge(), for: nil)
        #expect(onTheNext)
    }

    @Test func noChallengeIsTakenWithoutAnOfferOrOfAnotherRoom() {
        func takes(_ challenge: PasswordChallenge, for asked: String?, by exchange: PasswordExchange) -> Bool {
            var exchange = exchange
            return exchange.accept(challenge, for: asked)
        }
        #expect(!takes(challenge(), for: nil, by: PasswordExchange(canAsk: true)))
        #expect(!takes(challenge(Self.other), for: Self.room, by: offering()))
        // An id in other letters is the same one; which room a name is, only the host knows.
        #expect(takes(challenge(), for: Self.room.uppercased(), by: offering()))
        #expect(takes(challenge(Self.other), for: "Reception", by: offering()))
    }

    @Test func aHostThatWasAnsweredHasToShowThatItKnowsThePassword() {
        var exchange = offering()
        #expect(!exchange.isSatisfied(by: nil))
        _ = exchange.accept(challenge(), for: nil)
        exchange.expected = "proof"
        #expect(!exchange.isAtWork && exchange.isSatisfied(by: "proof"))
        #expect(!exchange.isSatisfied(by: "other") && !exchange.isSatisfied(by: nil))
        exchange.begin(nil)
        #expect(exchange.isSatisfied(by: nil))
    }

    @Test func whoeverCanBeAskedIsAsked() {
        func outcome(_ code: ErrorCode, _ exchange: PasswordExchange) -> PasswordExchange.Outcome? {
            exchange.outcome(of: WireFault(code, "No.", fatal: true))
        }
        let (alone, silent) = (PasswordExchange(canAsk: true), PasswordExchange(canAsk: false))
        #expect(outcome(.authRequired, alone) == .ask(PasswordWanted(isWrong: false)))
        #expect(outcome(.authFailed, offering()) == .ask(PasswordWanted(isWrong: true)))
        guard case .end(let wanted) = outcome(.authRequired, silent) else {
            return #expect(Bool(false), "who cannot be asked is told how to give one")
        }
        #expect(wanted.code == .authRequired && wanted.fatal && wanted.reason.contains("--password-file"))
        let refused = WireFault(.authFailed, "No.", fatal: true)
        #expect(outcome(.authFailed, offering(canAsk: false)) == .end(refused))
        // It was offered, and the host asks for it all the same: to ask again would change nothing.
        #expect(outcome(.authRequired, offering()) == .end(WireFault(.authRequired, "No.", fatal: true)))
        #expect(outcome(.locked, alone) == nil)
    }
}
