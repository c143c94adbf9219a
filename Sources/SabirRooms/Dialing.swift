import Glibc
import NIOCore
import NIOPosix

/// How a connection to a node is made, and how its failure is told.
enum Dialing {
    /// The channel reads nothing before it is told to (`autoRead`).
    static func connect(
        to address: NodeAddress, on loop: any EventLoop, within time: TimeAmount,
        initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> any Channel {
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(time)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.autoRead, value: false)
            .channelInitializer(initializer)
        guard address.host.contains("%") else {
            return try await bootstrap.connect(host: address.host, port: address.port).get()
        }
        let scoped = try SocketAddress.makeAddressResolvingHost(address.host, port: address.port)
        return try await bootstrap.connect(to: scoped).get()
    }

    /// The end of a sentence.
    static func plain(_ error: any Error, within time: TimeAmount) -> String {
        switch error {
        case let error as NIOConnectionError:
            let first = error.connectionErrors.first.map { plain($0.error, within: time) }
            return first ?? "the name could not be resolved."
        case let error as IOError: return String(cString: strerror(error.errnoCode)).lowercased() + "."
        case ChannelError.connectTimeout: return "no answer within \(time.nanoseconds / 1_000_000_000) s."
        default: return "\(error)."
        }
    }
}
