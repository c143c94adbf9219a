import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct KeepaliveDecisionTests {
    @Test(arguments: [
        (0, 0, 0, KeepaliveDecision.fine), (0, 0, 4.9, .fine), (0, 0, 5, .ping), (0, 5, 5, .fine), (0, 5, 9.9, .fine),
        (0, 5, 10, .ping), (0, 10, 14.9, .fine), (0, 10, 15, .gone), (0, 0, 15, .gone), (7, 5, 11.9, .fine),
        (7, 5, 12, .ping), (7, 5, 21.9, .ping), (7, 5, 22, .gone),
    ])
    func pingsAfter5SecondsAndIsGoneAfter15(heard: Double, pinged: Double, now: Double, expected: KeepaliveDecision) {
        #expect(KeepaliveDecision(heard: at(heard), pinged: at(pinged), now: at(now)) == expected)
    }
}
