import Testing

@testable import SabirTranslation

@Suite struct EngineAccountTests {
    private let start = ContinuousClock.now
    private let table = PairTable([(source: "a", target: "b")])

    private func isAdmitted(_ account: EngineAccount, after time: Duration) async -> Bool {
        do {
            try await account.admit(now: start + time)
            return true
        } catch {
            return false
        }
    }

    @Test func aRestIsKeptUntilItEndsAndNoLonger() async {
        let account = EngineAccount(proofLasts: .zero)
        await account.recordFailure(.resting(.seconds(90)), isCheck: false, now: start)
        await #expect(throws: EngineFailure.resting(.seconds(30))) {
            try await account.admit(now: start + .seconds(60))
        }
        #expect(await isAdmitted(account, after: .seconds(90)))
    }

    @Test func noRestIsLongerThanAnHourAndAShorterOneEndsNoLongerOne() async {
        let account = EngineAccount(proofLasts: .zero)
        await account.recordFailure(.resting(.seconds(1 << 40)), isCheck: false, now: start)
        await account.recordFailure(.resting(.seconds(1)), isCheck: false, now: start)
        #expect(await !isAdmitted(account, after: .seconds(3_599)))
        #expect(await isAdmitted(account, after: .seconds(3_600)))
    }

    @Test(arguments: [EngineFailure.quotaUsedUp("x"), .keyRefused("x")])
    func aQuotaAndAKeyRestForAnHour(failure: EngineFailure) async {
        let account = EngineAccount(proofLasts: .zero)
        await account.recordFailure(failure, isCheck: false, now: start)
        #expect(await !isAdmitted(account, after: .seconds(3_599)))
        #expect(await isAdmitted(account, after: .seconds(3_600)))
    }

    @Test func aRefusedTextRestsNothingButARefusedCheckDoesWhereItCosts() async {
        for (proof, isCheck, isAdmittedThen) in [
            (Duration.zero, true, true), (.seconds(1), true, false), (.seconds(1), false, true),
        ] {
            let account = EngineAccount(proofLasts: proof)
            await account.recordFailure(.refused(404, "no such model"), isCheck: isCheck, now: start)
            #expect(await isAdmitted(account, after: .zero) == isAdmittedThen)
        }
    }

    @Test func aProofLastsItsTimeIsRenewedByLinesAndEndsWithAFailure() async {
        let account = EngineAccount(proofLasts: .seconds(10))
        await account.recordAnswer(now: start)
        #expect(await account.provenPairs(now: start) == nil)
        await account.recordProof(table, now: start)
        #expect(await account.provenPairs(now: start + .seconds(9)) == table)
        await account.recordAnswer(now: start + .seconds(9))
        #expect(await account.provenPairs(now: start + .seconds(18)) == table)
        #expect(await account.provenPairs(now: start + .seconds(19)) == nil)
        await account.recordFailure(.refused(400, ""), isCheck: false, now: start)
        #expect(await account.provenPairs(now: start) == table)
        await account.recordFailure(.timedOut, isCheck: false, now: start)
        #expect(await account.provenPairs(now: start) == nil)
    }
}
