import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// Adds TLS to another kind of connection, with the certificate that is current when the connection is made.
/// Hummingbird's own `TLSChannel` keeps the certificate that it was built with.
struct ReloadableTLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The kind of connection inside TLS.
    let base: Base
    let certificate: ReloadableCertificate

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        certificate.secure(channel).flatMap { base.setup(channel: channel, logger: logger) }
    }

    /// On cancellation, Hummingbird closes the input and waits for the other side, which may never close TLS.
    func handle(value: Base.Value, logger: Logger) async {
        await withTaskCancellationHandler {
            await base.handle(value: value, logger: logger)
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}
