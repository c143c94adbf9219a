import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct PasswordGateTests {
    private typealias Asker = PasswordAttempts.Asker

    private var gate = PasswordGate(HandPasswordVerification())
    private let offer = PasswordOffer(nonce: "5GI3dcyfc7PzpQIET4ItZmhY")
    private let stranger = Asker(address: "10.0.0.1")

    private func joinDecision(
        _ hello: Hello, as rank: StaffRank = .nobody, _ gate: PasswordGate? = nil
    ) -> PasswordGate.JoinDecision {
        (gate ?? self.gate).joinDecision(for: hello, as: rank, by: stranger, into: "r", showing: nil, now: at(0))
    }

    private func code(_ decision: PasswordGate.JoinDecision) -> ErrorCode? {
        if case .shut(let fault) = decision { fault.code } else { nil }
    }

    @Test func whoOffersThePasswordIsChallengedAndOthersAreToldOfIt() {
        var hello = Hello.of("anna")
        #expect(code(joinDecision(hello)) == .authRequired)
        hello.auth = offer
        #expect(joinDecision(hello) == .challenge(HandPasswordVerification().challenge(for: "r")))
    }

    @Test func staffAndTheNodesOwnDevicesNeedNoneButARelayDoes() {
        var gate = gate
        var hello = Hello.of("anna")
        #expect(joinDecision(hello, as: .person("Olga")) == .open)
        gate.exempt("device of anna")
        #expect(joinDecision(hello, gate) == .open)
        hello.relay = RelayHello(node: "n", space: 1, side: nil)
        #expect(code(joinDecision(hello, as: .relay("floor"), gate)) == .authRequired)
    }

    @Test func whoGuessesHasToWait() throws {
        var gate = gate
        let challenge = HandPasswordVerification().challenge(for: "r")
        func check(_ proof: String, _ second: Double) -> ErrorCode? {
            fault { () throws(WireFault) in
                try gate.check(proof, for: offer, after: challenge, by: stranger, now: at(second))
            }?.code
        }
        for _ in 1...5 { #expect(check("wrong", 0) == .authFailed) }
        #expect(check(HandPasswordVerification.right, 0) == .tooFast)
        #expect(check(HandPasswordVerification.right, 31) == nil)
    }

    @Test func fewAreWorkedOnAtATimeAndARightOneCostsNothing() throws {
        var gate = gate
        let askers = (1...5).map { Asker(address: "10.0.1.\($0)") }
        let first = try gate.judge(by: askers[0], now: at(0)).counted
        for asker in askers[1..<4] { _ = try gate.judge(by: asker, now: at(0)) }
        let fifth = fault { () throws(WireFault) in try gate.judge(by: askers[4], now: at(0)) }
        #expect(fifth == PasswordGate.tooMany)
        try gate.judged(true, by: askers[0], first, now: at(0))
        let again = fault { () throws(WireFault) in try gate.judge(by: askers[4], now: at(0)) }
        #expect(again == nil)
    }

    @Test func strangersWhoGuessLeaveAPlaceToWhoeverKnewIt() throws {
        var gate = gate
        let askers = (0..<6).map { Asker(address: "10.0.1.\($0)") }
        let known = try gate.judge(by: askers[0], now: at(0)).counted
        try gate.judged(true, by: askers[0], known, now: at(0))
        for asker in askers[1..<5] { _ = try gate.judge(by: asker, now: at(0)) }
        let stranger = fault { () throws(WireFault) in try gate.judge(by: askers[5], now: at(0)) }
        #expect(stranger?.code == .tooFast)
        _ = try gate.judge(by: askers[0], now: at(0))
    }
}
