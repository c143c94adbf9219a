import Glibc
import SabirProtocol
import NIOCore
import NIOPosix

/// Connects to a node, and says why a connection failed.
enum Dialing {
    /// Connects and, with `security`, secures the channel, which reads nothing until `autoRead` is switched on.
    ///
    /// - Parameter prepare: adds the channel's handler, on the event loop and as soon as the handshake ends: a host
    ///   that closes at once sends its packet right behind the handshake.
    /// - Returns: the channel, with the fingerprint of the host's certificate; nil without TLS.
    static func connect(
        to address: NodeAddress, over interface: String? = nil, security: (any GuestSecurity)?, on loop: any EventLoop,
        within time: TimeAmount, prepare: @escaping @Sendable (any Channel) throws -> Void
    ) async throws(RouteError) -> (channel: any Channel, certificate: String?) {
        let channel: any Channel
        do {
            channel = try await connect(to: address, over: interface, on: loop, within: time) { channel in
                channel.eventLoop.makeCompletedFuture { if security == nil { try prepare(channel) } }
            }
        } catch {
            throw RouteError(failure(error, at: address, within: time))
        }
        guard let security else { return (channel, nil) }
        do {
            let certificate = try await loop.flatSubmit {
                security.secure(channel, to: address).flatMapThrowing { certificate in
                    guard channel.isActive else { throw closed(address) }
                    try prepare(channel)
                    return certificate
                }
            }.get()
            return (channel, certificate)
        } catch {
            channel.close(promise: nil)
            throw RouteError(error)
        }
    }

    /// Connects. The channel reads nothing until `autoRead` is switched on.
    ///
    /// - Parameter interface: the only network interface to connect over; nil leaves the route to the kernel.
    static func connect(
        to address: NodeAddress, over interface: String? = nil, on loop: any EventLoop, within time: TimeAmount,
        initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> any Channel {
        var bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(time)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.autoRead, value: false)
            .channelInitializer(initializer)
        if let interface {
            bootstrap = bootstrap.channelOption(
                .socketOption(NIOBSDSocket.Option(rawValue: bindToInterface)), value: try index(of: interface))
        }
        guard address.host.contains("%") else {
            return try await bootstrap.connect(host: address.host, port: address.port).get()
        }
        let scoped = try SocketAddress.makeAddressResolvingHost(address.host, port: address.port)
        return try await bootstrap.connect(to: scoped).get()
    }

    /// SO_BINDTOIFINDEX (socket(7)), which needs no privileges since Linux 5.7.
    private static let bindToInterface: CInt = 62

    private static func index(of interface: String) throws(RouteError) -> SocketOptionValue {
        let index = if_nametoindex(interface)
        guard index > 0 else { throw RouteError("there is no network interface \(interface).") }
        return SocketOptionValue(index)
    }

    static func closed(_ address: NodeAddress) -> RouteError {
        RouteError("\(address) closed the connection.", as: "connection-closed")
    }

    static func failure(_ error: any Error, at address: NodeAddress, within time: TimeAmount) -> Sentence {
        Sentence(
            "No connection to \(address): \(plain(error, within: time))", as: name(error),
            ["address": address.description])
    }

    private static func name(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError: error.connectionErrors.first.map { name($0.error) } ?? "no-such-host"
        case let error as IOError where [ECONNREFUSED, ETIMEDOUT].contains(error.errnoCode): "no-answer"
        case ChannelError.connectTimeout: "no-answer"
        case is SocketAddressError: "no-such-host"
        default: "no-connection"
        }
    }

    /// The reason alone, which ends a sentence.
    private static func plain(_ error: any Error, within time: TimeAmount) -> String {
        switch error {
        case let error as NIOConnectionError:
            let first = error.connectionErrors.first.map { plain($0.error, within: time) }
            return first ?? "the name could not be resolved."
        case let error as IOError: return String(cString: strerror(error.errnoCode)).lowercased() + "."
        case let error as RouteError: return error.description
        case ChannelError.connectTimeout: return "no answer within \(time.nanoseconds / 1_000_000_000) s."
        default: return "\(error)."
        }
    }
}
