import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// HTTPS in front of another kind of connection, with the certificate that holds when a connection is made.
/// Hummingbird's own `TLSChannel` keeps the one it was built with.
package struct ReloadableTLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let certificate: ReloadableCertificate

    /// - Parameter base: what is behind the TLS.
    package init(base: Base, certificate: ReloadableCertificate) {
        (self.base, self.certificate) = (base, certificate)
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        certificate.secure(channel).flatMap { base.setup(channel: channel, logger: logger) }
    }

    /// Hummingbird closes the reading half on cancellation and waits for the rest, which TLS leaves to the other side.
    package func handle(value: Base.Value, logger: Logger) async {
        await withTaskCancellationHandler {
            await base.handle(value: value, logger: logger)
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS where there is a certificate.
    package static func http1(
        configuration: HTTP1Channel.Configuration, certificate: ReloadableCertificate?
    ) -> HTTPServerBuilder {
        guard let certificate else { return .http1(configuration: configuration) }
        return HTTPServerBuilder { responder in
            ReloadableTLSChannel(
                base: HTTP1Channel(responder: responder, configuration: configuration), certificate: certificate)
        }
    }
}
