import NIOCore
import NIOSSL

/// A server's certificate, which can be read anew while the server runs: connections made from then on get the new one,
/// those that are there keep the one they have.
package actor ReloadableCertificate {
    private let files: CertificateFiles
    private(set) var context: NIOSSLContext
    /// When the first certificate of the chain runs out, in seconds since 1970.
    package private(set) var expires: Int

    /// Reads both PEM files. The certificate's has the server's own first, then those that vouch for it.
    package init(certificate: String, key: String) throws(CertificateError) {
        files = CertificateFiles(certificate: certificate, key: key)
        (context, expires) = try files.load()
    }

    /// Puts TLS in front of a new connection. Nothing is read from the channel before the future is done.
    package nonisolated func secure(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeFutureWithTask { await self.context }.flatMapThrowing { context in
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }
    }

    /// Reads both files again. Where that fails, the certificate in use stays.
    package func reload() throws(CertificateError) {
        (context, expires) = try files.load()
    }
}
