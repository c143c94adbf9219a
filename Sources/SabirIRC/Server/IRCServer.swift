import Logging
import NIOCore
import NIOPosix
import SabirFeed
import SabirProtocol

/// The listener for IRC clients.
package struct IRCServer: Sendable {
    private let hub: IRCHub
    private let listeners: [any Channel]
    private let ticking: RepeatedTask

    /// How many connections may wait to be accepted.
    private static let backlog: CInt = 128
    /// How often the hub checks time limits and waiting lines.
    private static let beat = TimeAmount.milliseconds(100)

    /// The addresses listened on, each with its actual port.
    package let addresses: [SocketAddress]

    /// - Throws: `IRCError` if an address or port cannot be bound.
    package static func start(
        _ settings: IRCSettings, node: IRCNode, metrics: SabirMetrics, logger: Logger
    ) async throws -> IRCServer {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let hub = IRCHub(settings, node: node, metrics: metrics, on: loop, logger: logger)
        var listeners: [any Channel] = []
        do {
            for address in settings.addresses {
                // With port 0, all addresses share the free port that the first one got.
                let port = settings.port == 0 ? listeners.first?.localAddress?.port ?? 0 : settings.port
                listeners.append(try await bind(address, port, settings, hub, loop))
            }
        } catch {
            for listener in listeners { try? await listener.close() }
            throw IRCError(underlying: error, description: "The IRC listener cannot be opened: \(error)")
        }
        let ticking = loop.scheduleRepeatedTask(initialDelay: beat, delay: beat) { _ in
            hub.assumeIsolated { $0.tick() }
        }
        return IRCServer(
            hub: hub, listeners: listeners, ticking: ticking,
            addresses: listeners.compactMap(\.localAddress))
    }

    private static func bind(
        _ address: String, _ port: Int, _ settings: IRCSettings, _ hub: IRCHub, _ loop: any EventLoop
    ) async throws -> any Channel {
        let entrance = settings.entrance
        return try await ServerBootstrap(group: loop, childGroup: loop)
            .serverChannelOption(.backlog, value: backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: false)
            .childChannelOption(
                .writeBufferWaterMark, value: .init(low: settings.queue / 2, high: settings.queue)
            )
            .childChannelInitializer { channel in
                let entered = entrance?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
                return entered.flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(IRCConnection(hub: hub))
                }
            }
            .bind(to: ListeningAddress.socket(address, port: port)).get()
    }

    /// Closes the listener and every client's connection, without waiting for the clients. The rooms have all lines
    /// already.
    package func stop() async {
        for listener in listeners { try? await listener.close() }
        ticking.cancel()
        await hub.close(saying: "This node is closing.")
    }
}
