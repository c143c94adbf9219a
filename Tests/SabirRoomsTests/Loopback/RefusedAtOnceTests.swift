import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A host with no place for a guest says so as soon as it can, and closes: both may be there before the guest's program
/// has taken the connection for its own.
@Suite(.timeLimit(.minutes(1))) struct RefusedAtOnceTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test func aGuestLearnsWhy() async throws {
        let host = try await LoopbackHost.open()
        let guest = LoopbackGuest(.of("anna"), at: host.port, security: AbruptSecurity())
        await guest.start()
        let end = try await guest.journal.first("the end") { if case .ended(let why) = $0 { why } else { nil } }
        #expect(end == AbruptSecurity.fault)
        await host.server.close()
    }

    @Test func whoAsksForRoomsLearnsWhy() async throws {
        let host = try await LoopbackHost.open()
        let address = NodeAddress(host: "127.0.0.1", port: host.port)
        await #expect {
            _ = try await RoomsQuestion.ask(address, security: AbruptSecurity(), on: loop)
        } throws: { error in
            "\(error)".contains(AbruptSecurity.fault.reason)
        }
        await host.server.close()
    }
}

/// In the moment in which the handshake ends, the host's refusal and its end are there.
private struct AbruptSecurity: GuestSecurity {
    static let fault = WireFault(.tooMany, "This host holds as many connections as it can.", fatal: true)

    func secure(_ channel: any Channel, to address: NodeAddress) -> EventLoopFuture<String> {
        let promise = channel.eventLoop.makePromise(of: String.self)
        channel.eventLoop.execute {
            promise.succeed("certificate")
            channel.pipeline.syncOperations.fireChannelRead(NIOAny(ByteBuffer(framing: HostPacket.error(Self.fault))))
            channel.close(promise: nil)
        }
        return promise.futureResult
    }

    func trustLevel(of certificate: String, at destination: Destination) -> HostTrustLevel { .recognised }

    func refusal(of certificate: String, at destination: Destination) -> Sentence { Self.fault.told }

    mutating func judge(_ welcome: Welcome, from certificate: String, at destination: Destination) {}

    mutating func judge(_ grant: Grant, from certificate: String, at destination: Destination) {}

    func settle() async {}
}
