import NIOCore
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct ConnectionGateTests {
    /// So that an expectation can change it.
    private final class Gate {
        private var gate: ConnectionGate

        init(_ limits: ConnectionLimits) { gate = ConnectionGate(limits) }

        var count: Int { gate.count }
        func open(_ address: String?) -> ConnectionGate.Verdict { gate.open(address) }
        func close(_ address: String?, after verdict: ConnectionGate.Verdict) { gate.close(address, after: verdict) }
        func apply(_ limits: ConnectionLimits) { gate.apply(limits) }
        func admitJoin(from address: String?, now: NIODeadline) -> Bool { gate.admitJoin(from: address, now: now) }
    }

    @Test func questionsAreBoundedLikeJoinsAndApartFromThem() {
        var gate = ConnectionGate(ConnectionLimits(joinsPerMinute: 2))
        let start = NIODeadline.uptimeNanoseconds(0)
        var answers = [String]()
        for address in ["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2", nil, nil, nil] {
            if gate.admitQuestion(from: address, now: start) { answers.append(address ?? "here") }
        }
        #expect(answers == ["10.0.0.1", "10.0.0.1", "10.0.0.2", "here", "here", "here"])
        let mayJoin = gate.admitJoin(from: "10.0.0.1", now: start)
        #expect(mayJoin)
        let mayAskAgain = gate.admitQuestion(from: "10.0.0.1", now: start + .seconds(30))
        #expect(mayAskAgain)
    }

    @Test func packetsOfOneAddressAreBoundedHoweverManyConnectionsItHas() {
        var gate = ConnectionGate(ConnectionLimits(packets: (1_000, 100)))
        let start = NIODeadline.uptimeNanoseconds(0)
        var taken = 0
        for _ in 0..<30 {
            guard let most = gate.packetsInOneTurn(from: JoinContext.groups(of: "10.0.0.66"), now: start) else { break }
            gate.took(most, from: JoinContext.groups(of: "10.0.0.66"), now: start)
            taken += most
        }
        #expect(taken == 200, "Twice what one may at once, a tenth of a second's worth in one turn.")
        #expect(gate.packetsInOneTurn(from: JoinContext.groups(of: "10.0.0.7"), now: start) == 100)
        #expect(gate.packetsInOneTurn(from: JoinContext.groups(of: "10.0.0.66"), now: start + .milliseconds(1)) == 100)
        let free = ConnectionGate(ConnectionLimits())
        #expect(free.packetsInOneTurn(from: JoinContext.groups(of: "10.0.0.66"), now: start) == nil)
    }

    private func code(_ verdict: ConnectionGate.Verdict) -> RoomLimit? {
        switch verdict {
        case .welcome: nil
        case .refused(let limit, let fault): fault.fatal && fault.code == .tooMany ? limit : .hello
        case .dropped(let limit): limit
        }
    }

    @Test func anAddressHoldsSoManyAndNoMore() {
        let gate = Gate(ConnectionLimits(connectionsPerAddress: 2))
        let first = gate.open("10.0.0.1")
        #expect(code(gate.open("10.0.0.1")) == nil)
        let third = gate.open("10.0.0.1")
        #expect(code(third) == .connectionsPerAddress)
        #expect(code(gate.open("10.0.0.2")) == nil)
        gate.close("10.0.0.1", after: third)
        #expect(code(gate.open("10.0.0.1")) == .connectionsPerAddress)
        gate.close("10.0.0.1", after: first)
        gate.close("10.0.0.1", after: .welcome)
        #expect(code(gate.open("10.0.0.1")) == nil)
    }

    @Test(arguments: [nil, "127.0.0.1", "::1"])
    func thisMachineIsNoAddress(_ address: String?) {
        let gate = Gate(ConnectionLimits(connections: 20, connectionsPerAddress: 1))
        for _ in 0..<20 { #expect(code(gate.open(address)) == nil) }
        #expect(code(gate.open(nil)) == .connections)
    }

    /// Of one laptop's addresses a few connect and join; whoever is of another network does not notice.
    @Test(arguments: ["fe80::1:", "2001:db8::"])
    func oneNetworkHoldsNoMoreThanAFewAddresses(_ prefix: String) {
        let gate = Gate(ConnectionLimits(connections: 1_000, connectionsPerAddress: 5, joinsPerMinute: 3))
        let addresses = (0..<620).map { prefix + String($0, radix: 16) }
        #expect(addresses.count { code(gate.open($0)) == nil } == 20)
        #expect(addresses.count { gate.admitJoin(from: $0, now: at(0)) } == 12)
        for other in ["10.0.0.1", "::ffff:10.0.0.2", "2001:db8:0:1::1"] {
            #expect(code(gate.open(other)) == nil && gate.admitJoin(from: other, now: at(0)))
        }
    }

    @Test func someAreToldWhyAndTheRestIsDropped() {
        let gate = Gate(ConnectionLimits(connections: 1))
        _ = gate.open("10.0.0.1")
        let verdicts = (0..<200).map { gate.open("10.0.1.\($0)") }
        #expect(verdicts.count { if case .refused = $0 { true } else { false } } == ConnectionGate.told)
        #expect(verdicts.allSatisfy { code($0) == .connections })
        for (n, verdict) in verdicts.enumerated() { gate.close("10.0.1.\(n)", after: verdict) }
        #expect(gate.count == 1)
        if case .refused = gate.open("10.0.1.1") {} else { Issue.record("whoever comes later is not told why") }
    }

    @Test func joinsOfAnAddressAreCountedByTheMinute() {
        let gate = Gate(ConnectionLimits(joinsPerMinute: 3))
        for _ in 0..<3 { #expect(gate.admitJoin(from: "10.0.0.1", now: at(0))) }
        #expect(!gate.admitJoin(from: "10.0.0.1", now: at(1)))
        #expect(gate.admitJoin(from: "10.0.0.2", now: at(1)))
        #expect(gate.admitJoin(from: "10.0.0.1", now: at(21)))
        #expect(!gate.admitJoin(from: "10.0.0.1", now: at(21)))
        for _ in 0..<10 { #expect(gate.admitJoin(from: nil, now: at(21))) }
    }

    @Test func withoutLimitsEverybodyIsWelcome() {
        let gate = Gate(ConnectionLimits())
        for _ in 0..<10_000 {
            #expect(code(gate.open("10.0.0.1")) == nil && gate.admitJoin(from: "10.0.0.1", now: at(0)))
        }
    }

    @Test func otherLimitsHoldForWhoeverComesFromThenOn() {
        let gate = Gate(ConnectionLimits(connections: 3, connectionsPerAddress: 2, joinsPerMinute: 2))
        for _ in 0..<2 { #expect(gate.open("10.0.0.1") == .welcome) }
        gate.apply(ConnectionLimits(connections: 4, connectionsPerAddress: 3, joinsPerMinute: 1))
        #expect(gate.count == 2)
        #expect(gate.open("10.0.0.1") == .welcome)
        #expect(code(gate.open("10.0.0.1")) == .connectionsPerAddress)
        let now = NIODeadline.now()
        #expect(gate.admitJoin(from: "10.0.0.2", now: now))
        #expect(!gate.admitJoin(from: "10.0.0.2", now: now))
    }
}
