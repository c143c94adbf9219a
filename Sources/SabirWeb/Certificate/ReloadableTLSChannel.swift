import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// HTTPS in front of another kind of connection, with the certificate that holds when a connection is made.
/// Hummingbird's own `TLSChannel` keeps the one it was built with.
struct ReloadableTLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// What is behind the TLS.
    let base: Base
    let certificate: ReloadableCertificate

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        certificate.secure(channel).flatMap { base.setup(channel: channel, logger: logger) }
    }

    /// Hummingbird closes the reading half on cancellation and waits for the rest, which TLS leaves to the other side.
    func handle(value: Base.Value, logger: Logger) async {
        await withTaskCancellationHandler {
            await base.handle(value: value, logger: logger)
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}
