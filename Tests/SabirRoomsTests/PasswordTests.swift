import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct PasswordAttemptsTests {
    private let guesser = PasswordAttempts.Asker(address: "10.0.0.66")
    private let nurse = PasswordAttempts.Asker(address: "10.0.0.5")
    private let machine = PasswordAttempts.Asker(address: nil)

    @Test func anAddressHasFiveSlipsAndThenOneEveryHalfMinute() {
        var attempts = PasswordAttempts()
        for _ in 0..<5 {
            #expect(attempts.mayTry(from: guesser, now: at(0)))
            attempts.wrong(from: guesser, now: at(0))
        }
        #expect(!attempts.mayTry(from: guesser, now: at(29)))
        #expect(attempts.mayTry(from: nurse, now: at(29)))
        #expect(attempts.mayTry(from: guesser, now: at(31)))
    }

    /// One laptop has any number of addresses, and leaves tries to those of other networks, and to who knew the password.
    @Test(arguments: ["fe80::1:", "2001:db8::"])
    func oneNetworkGuessesNoMoreThanAFewAddresses(_ prefix: String) {
        var attempts = PasswordAttempts()
        let known = PasswordAttempts.Asker(address: prefix + "ffff")
        attempts.right(from: known)
        var tried = 0
        for n in 0..<620 {
            let asker = PasswordAttempts.Asker(address: prefix + String(n, radix: 16))
            guard attempts.mayTry(from: asker, now: at(0)) else { continue }
            attempts.wrong(from: asker, now: at(0))
            tried += 1
        }
        #expect(tried == 20)
        for asker in [nurse, machine, known, .init(address: "2001:db8:0:1::1"), .init(address: "::ffff:10.0.0.9")] {
            #expect(attempts.mayTry(from: asker, now: at(0)))
        }
    }

    @Test func familiesInOneNetworkMistypeEachForItself() {
        var attempts = PasswordAttempts()
        for _ in 0..<5 { attempts.wrong(from: .init(address: "2001:db8::1"), now: at(0)) }
        #expect(!attempts.mayTry(from: .init(address: "2001:db8::1"), now: at(0)))
        #expect(attempts.mayTry(from: .init(address: "2001:db8::2"), now: at(0)))
    }

    @Test func manyAddressesShareWhatTheRoomAllows() {
        var attempts = PasswordAttempts()
        for n in 0..<30 { attempts.wrong(from: .init(address: "10.0.1.\(n)"), now: at(0)) }
        #expect(!attempts.mayTry(from: nurse, now: at(1)))
        #expect(!attempts.mayTry(from: machine, now: at(1)))
        #expect(attempts.mayTry(from: nurse, now: at(2.1)))
    }

    /// Whoever guesses from a hundred addresses must not keep those out who know the password.
    @Test func whereThePasswordIsKnownTheGuessesOfOthersDoNotCount() {
        var attempts = PasswordAttempts()
        attempts.right(from: nurse)
        for n in 0..<30 { attempts.wrong(from: .init(address: "10.0.1.\(n)"), now: at(0)) }
        #expect(attempts.mayTry(from: nurse, now: at(1)))
        for _ in 0..<5 { attempts.wrong(from: nurse, now: at(1)) }
        #expect(!attempts.mayTry(from: nurse, now: at(1)), "its own guesses do")
    }

    @Test func whatWasRightAfterAllCostsNothing() {
        var attempts = PasswordAttempts()
        for _ in 0..<100 {
            #expect(attempts.mayTry(from: nurse, now: at(0)))
            let counted = attempts.wrong(from: nurse, now: at(0))
            attempts.forgive(counted, of: nurse, now: at(0))
        }
    }

    /// Whoever knows the password and gives it again and again frees no tries for others.
    @Test func whatWasRightAfterAllGivesBackWhatItCostAndNoMore() {
        var attempts = PasswordAttempts()
        attempts.right(from: nurse)
        for n in 0..<30 { attempts.wrong(from: .init(address: "10.0.1.\(n)"), now: at(0)) }
        for _ in 0..<3 {
            let counted = attempts.wrong(from: nurse, now: at(0))
            attempts.forgive(counted, of: nurse, now: at(0))
        }
        #expect(!attempts.mayTry(from: guesser, now: at(0)), "the room's tries are used up all the same")
        // A device that has used up its own slips counts as its address does.
        let known = PasswordAttempts.Asker(address: "10.0.0.7", device: "nurse")
        attempts.right(from: known)
        for _ in 0..<5 { attempts.wrong(from: known, now: at(0)) }
        let counted = attempts.wrong(from: known, now: at(0))
        attempts.forgive(counted, of: known, now: at(0))
        for _ in 0..<5 {
            #expect(attempts.mayTry(from: known, now: at(0)))
            attempts.wrong(from: known, now: at(0))
        }
        #expect(!attempts.mayTry(from: known, now: at(0)))
    }

    @Test func thisMachineCountsForTheRoomAlone() {
        var attempts = PasswordAttempts()
        for _ in 0..<30 {
            #expect(attempts.mayTry(from: machine, now: at(0)))
            attempts.wrong(from: machine, now: at(0))
        }
        #expect(!attempts.mayTry(from: machine, now: at(0)))
    }

    /// Behind one router are those who know the password and whoever guesses.
    @Test func aDeviceThatKnewThePasswordIsNotKeptOutByItsNeighbours() {
        var attempts = PasswordAttempts()
        let known = PasswordAttempts.Asker(address: "10.0.0.66", device: "nurse")
        attempts.right(from: known)
        for _ in 0..<50 { attempts.wrong(from: guesser, now: at(0)) }
        #expect(!attempts.mayTry(from: guesser, now: at(0)))
        #expect(attempts.mayTry(from: known, now: at(0)))
        #expect(attempts.mayTry(from: .init(address: "10.0.9.9", device: "nurse"), now: at(0)), "wherever it is")
        for _ in 0..<5 { attempts.wrong(from: known, now: at(0)) }
        #expect(!attempts.mayTry(from: known, now: at(0)), "its own guesses count")
    }
}

@Suite struct PasswordPhaseTests {
    private let challenge = PasswordChallenge(
        room: "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01", salt: "AAAAAAAAAAAAAAAAAAAAAA",
        cost: PasswordCost(rounds: 1 << 14, blockSize: 8, parallelism: 1), nonce: "host-nonce-01234")
    private let offer = PasswordOffer(nonce: "guest-nonce-0123")

    // MARK: The host's connection

    @Test func aChallengeIsAnsweredByAProofAndByNothingElse() {
        var connection = HostConnection()
        _ = connection.received(.hello(.of("anna")))
        connection.challenged()
        #expect(connection.received(.proof("proof")) == .check(proof: "proof"))
        for packet in [MemberPacket.hello(.of("anna")), .message(Draft(text: "hola")), .ping(nil)] {
            var connection = HostConnection()
            connection.challenged()
            guard case .closeSaying(let fault) = connection.received(packet) else {
                Issue.record("\(packet) was taken")
                continue
            }
            #expect(fault.code == .badPacket && fault.fatal)
        }
    }

    @Test func aProofBeforeTheChallengeIsNone() {
        var connection = HostConnection()
        guard case .closeSaying(let fault) = connection.received(.proof("proof")) else {
            Issue.record("it was taken")
            return
        }
        #expect(fault.code == .badPacket)
    }

    @Test func aProofThatDoesNotComeEndsTheConnection() {
        var connection = HostConnection()
        connection.challenged()
        guard case .closeSaying(let fault) = connection.helloTimedOut() else {
            Issue.record("it waits")
            return
        }
        #expect(fault.code == .helloTimeout)
    }

    // MARK: The guest

    private func scene(asks: Bool = false) -> GuestScene {
        var scene = GuestScene()
        scene.guest = GuestState(hello: .of("anna"), asksForPassword: asks, now: scene.now, seed: 1)
        _ = scene.feed(.start)
        return scene
    }

    private func welcome(_ proof: String?) -> HostPacket {
        var welcome = GuestScene.welcomed()
        welcome.proof = proof
        return .welcome(welcome)
    }

    private func ended(_ actions: [GuestState.Action]) -> WireFault? {
        for case .ended(let fault) in actions.events { return fault }
        return nil
    }

    @Test func aPasswordIsOfferedProvedAndProvedInReturn() {
        var scene = scene()
        #expect(scene.feed(.connected(room: nil, offer: offer)).hello?.auth == offer)
        #expect(scene.hear(.challenge(challenge)) == [.prove(challenge)])
        #expect(scene.wait(20) == [], "the host is not blamed for a slow computer")
        #expect(scene.feed(.proved(GuestProof(proof: "p", expected: "e"))) == [.send(.proof("p"))])
        #expect(scene.hear(welcome("e")).events.count == 1)
        #expect(scene.guest.phase == .member)
    }

    @Test(arguments: [nil, "another"]) func aHostThatDoesNotProveItIsNotBelieved(_ proof: String?) {
        var scene = scene()
        _ = scene.feed(.connected(room: nil, offer: offer))
        _ = scene.hear(.challenge(challenge))
        _ = scene.feed(.proved(GuestProof(proof: "p", expected: "e")))
        #expect(ended(scene.hear(welcome(proof)))?.code == .untrusted)
    }

    @Test func aHostThatDoesNotAskIsNotBelievedEither() {
        var scene = scene()
        _ = scene.feed(.connected(room: nil, offer: offer))
        #expect(ended(scene.hear(welcome(nil)))?.code == .untrusted)
    }

    @Test func whatWasNotOfferedOrWasAskedBeforeOrElsewhereIsNotAnswered() {
        var scene = scene()
        _ = scene.feed(.connected(room: nil))
        #expect(ended(scene.hear(.challenge(challenge)))?.code == .untrusted)
        scene = self.scene()
        _ = scene.feed(.connected(room: nil, offer: offer))
        _ = scene.hear(.challenge(challenge))
        #expect(ended(scene.hear(.challenge(challenge)))?.code == .untrusted)
        scene = self.scene()
        _ = scene.feed(.connected(room: "8f14e45f-ceea-467f-9575-11b1a2b2c3d4", offer: offer))
        #expect(ended(scene.hear(.challenge(challenge)))?.code == .untrusted)
    }

    @Test func aHostThatHasYetToProveItselfIsOfferedNothing() {
        var scene = scene()
        #expect(scene.feed(.connected(room: nil, doubt: "No.", offer: offer)).hello?.auth == nil)
    }

    @Test func somebodyIsAskedAndAskedAgain() {
        var scene = scene(asks: true)
        _ = scene.feed(.connected(room: nil))
        let required = WireFault(.authRequired, "This room has a password.", fatal: true)
        #expect(scene.hear(.error(required)) == [.close, .emit(.passwordWanted(PasswordWanted(isWrong: false)))])
        #expect(scene.wait(60).isEmpty, "people take their time")
        #expect(scene.feed(.passwordGiven) == [.connect])
        _ = scene.feed(.connected(room: nil, offer: offer))
        let wrong = WireFault(.authFailed, "The password is wrong.", fatal: true)
        #expect(
            scene.hear(.error(wrong)) == [
                .close, .forgetPassword, .emit(.passwordWanted(PasswordWanted(isWrong: true))),
            ])
        #expect(scene.feed(.leave).events == [.ended(nil)])
    }

    @Test func whereNobodyCanBeAskedItIsTheEnd() {
        var scene = scene()
        _ = scene.feed(.connected(room: nil))
        let required = WireFault(.authRequired, "This room has a password.", fatal: true)
        #expect(ended(scene.hear(.error(required)))?.reason.contains("--password-file") == true)
        scene = self.scene()
        _ = scene.feed(.connected(room: nil, offer: offer))
        #expect(ended(scene.hear(.error(WireFault(.authFailed, "wrong", fatal: true))))?.code == .authFailed)
    }

    @Test func aReconnectAsksNobody() {
        var scene = scene(asks: true)
        _ = scene.feed(.connected(room: nil, offer: offer))
        _ = scene.hear(.challenge(challenge))
        _ = scene.feed(.proved(GuestProof(proof: "p", expected: "e")))
        _ = scene.hear(welcome("e"))
        _ = scene.feed(.disconnected("The connection to the host was closed."))
        _ = scene.wait(6)
        let other = PasswordOffer(nonce: "guest-nonce-4567")
        #expect(scene.feed(.connected(room: nil, offer: other)).hello?.auth == other)
        #expect(scene.hear(.challenge(challenge)) == [.prove(challenge)])
    }
}
