import Logging
import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct UnsentBytesTests {
    private let loop = HandLoop(now: at(0))

    private func room() -> HostedRoom { HostedRoom(settings: .test(), on: loop, logger: Logger(label: "test")) }

    @Test func theRoomsOfANodeShareOneBound() {
        let unsent = UnsentBytes(most: 100)
        let (one, other) = (room(), room())
        #expect(unsent.excess(80, of: one) == 0)
        #expect(unsent.excess(50, of: other) == 30)
        #expect(unsent.excess(40, of: other) == 20, "A room's part is counted anew, and not on top.")
        #expect(unsent.excess(0, of: one) == 0)
        #expect(unsent.excess(100, of: other) == 0)
    }
}
