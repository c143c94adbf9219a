import Glibc
import NIOCore
import NIOPosix
import SabirProtocol
import Testing

@testable import SabirClient

@Suite struct DialingTests {
    private static let address = NodeAddress(host: "fd00::5", port: 8_273)

    private static let failures: [(any Error, String, String)] = [
        (IOError(errnoCode: ECONNREFUSED, reason: "x"), "no-answer", "connection refused."),
        (IOError(errnoCode: ETIMEDOUT, reason: "x"), "no-answer", "connection timed out."),
        (IOError(errnoCode: ENETUNREACH, reason: "x"), "no-connection", "network is unreachable."),
        (ChannelError.connectTimeout(.seconds(4)), "no-answer", "no answer within 4 s."),
        (SocketAddressError.unknown(host: "x", port: 1), "no-such-host", ""),
        (RouteError("there is no network interface eth7."), "no-connection", "there is no network interface eth7."),
    ]

    @Test(arguments: failures)
    func whyThereIsNoConnectionIsSaidPlainly(_ error: any Error, _ name: String, _ end: String) {
        let sentence = Dialing.failure(error, at: Self.address, within: .seconds(4))
        #expect(sentence.english.hasPrefix("No connection to [fd00::5]:8273: ") && sentence.english.hasSuffix(end))
        #expect(sentence.name == name && sentence.values == ["address": "[fd00::5]:8273"])
    }

    @Test func whoClosedItIsNamed() {
        #expect(Dialing.closed(Self.address).description == "[fd00::5]:8273 closed the connection.")
    }

    /// Before anything is sent anywhere.
    @Test func anInterfaceThatIsNotThereIsRefused() async {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let error = await #expect(throws: RouteError.self) {
            _ = try await Dialing.connect(
                to: NodeAddress(host: "127.0.0.1", port: 9), over: "no-such-eth", on: loop, within: .seconds(60),
                initializer: { $0.eventLoop.makeSucceededVoidFuture() })
        }
        #expect(error?.description.contains("no-such-eth") == true)
    }
}
