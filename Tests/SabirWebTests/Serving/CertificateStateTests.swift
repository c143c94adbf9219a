import Testing

@testable import SabirWeb

@Suite struct CertificateStateTests {
    @Test(arguments: [
        (22 * 86_400, CertificateState.fine), (21 * 86_400 + 1, .fine), (21 * 86_400, .ends),
        (7 * 86_400 + 1, .ends),
        (7 * 86_400, .endsSoon), (1, .endsSoon), (0, .ended), (-86_400, .ended),
    ])
    func whatIsLeftDecidesWhoIsTold(left: Int, expected: CertificateState) {
        #expect(CertificateState(expires: 1_800_000_000 + left, now: 1_800_000_000) == expected)
    }

    @Test func eachButTheFirstHasANoticeOfItsOwn() {
        #expect(CertificateState.fine.notice == nil)
        #expect(Set(CertificateState.codes).count == 3)
    }
}
