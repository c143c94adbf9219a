import Logging
import NIOCore
import NIOSSL
import SabirRoom

extension HostEntranceGuard {
    /// Secures a node's listener by TLS 1.3 (RFC 8446) with the node's own certificate and none asked of the guest, or,
    /// where configured, not at all.
    ///
    /// - Parameter certificate: nil for a node without TLS, which refuses guests that begin it, with a sentence.
    package init(_ certificate: NodeCertificate?, logger: Logger) throws {
        let context = try certificate?.tlsContext()
        self.init(isOnTheWayOut: certificate != nil) {
            try $0.addHandler(HostEntrance(context, logger: logger), position: .first)
        }
    }
}

extension NodeCertificate {
    func tlsContext() throws -> NIOSSLContext {
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: privateKey, format: .der)))
        settings.minimumTLSVersion = .tlsv13
        settings.shutdownTimeout = NodeTLS.shutdownTimeout
        return try NIOSSLContext(configuration: settings)
    }
}

/// TLS 1.3 of a guest. Accepts every certificate: only its fingerprint counts, which the caller checks.
package struct GuestTLS: Sendable {
    static let handshakeTimeout = TimeAmount.seconds(5)

    private let context: NIOSSLContext

    package init() throws {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.minimumTLSVersion = .tlsv13
        settings.shutdownTimeout = NodeTLS.shutdownTimeout
        // Nodes have no authorities. Without this line the system's would be loaded.
        settings.trustRoots = .certificates([])
        settings.certificateVerification = .noHostnameVerification
        context = try NIOSSLContext(configuration: settings)
    }

    /// Secures a connection that is open and not being read. Returns the fingerprint of the host's certificate, with
    /// reading off again; fails with a `SecurityError` after 5 seconds at most, and closes.
    package func secure(_ channel: any Channel, to address: String) -> EventLoopFuture<Fingerprint> {
        channel.eventLoop.flatSubmit { start(channel, to: address) }
    }

    private func start(_ channel: any Channel, to address: String) -> EventLoopFuture<Fingerprint> {
        let handshake = GuestHandshake(address, channel.eventLoop.makePromise())
        let bound = NIOLoopBound(handshake, eventLoop: channel.eventLoop)
        let timeout = channel.eventLoop.scheduleTask(in: Self.handshakeTimeout) {
            let seconds = Self.handshakeTimeout.nanoseconds / 1_000_000_000
            bound.value.fail("\(address) did not finish the TLS handshake within \(seconds) s.", as: "no-connection")
        }
        do {
            try addHandlers(to: channel.pipeline.syncOperations, handshake)
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
        } catch {
            handshake.fail("TLS could not be set up: \(error).", as: "no-connection")
        }
        let options = NIOLoopBound(channel.syncOptions, eventLoop: channel.eventLoop)
        return handshake.promise.futureResult.always { result in
            timeout.cancel()
            try? options.value?.setOption(.autoRead, value: false)
            if case .failure = result { channel.close(promise: nil) }
        }
    }

    /// The handshake begins as soon as the TLS handler is added, so the handlers beside it come first.
    private func addHandlers(to pipeline: ChannelPipeline.SynchronousOperations, _ handshake: GuestHandshake) throws {
        let bound = NIOLoopBound(handshake, eventLoop: pipeline.eventLoop)
        let tls = try NIOSSLClientHandler(context: context, serverHostname: nil) { chain, verdict in
            bound.value.shown = chain.first.flatMap { try? Fingerprint(ofCertificate: $0.toDERBytes()) }
            verdict.succeed(.certificateVerified)
        }
        try pipeline.addHandler(handshake, position: .first)
        try pipeline.addHandler(GuestGate(handshake), position: .first)
        try pipeline.addHandler(tls, position: .before(handshake))
    }
}

enum NodeTLS {
    /// How long the peer's goodbye (close_notify) is waited for.
    static let shutdownTimeout = TimeAmount.seconds(1)
}
