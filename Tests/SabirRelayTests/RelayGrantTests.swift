import NIOCore
import Testing

@testable import SabirSecurity
@testable import SabirNode

@Suite struct RelayGrantTests {
    /// Of those that its host makes, a relay has the next long before half of one's life is over.
    @Test func aRelayAsksAnewWellWithinHalfOfItsGrantsLife() {
        #expect(4 * RelayLink.renewal.nanoseconds / 1_000_000 <= Int64(RelayGrant.lasts / 2))
    }
}
