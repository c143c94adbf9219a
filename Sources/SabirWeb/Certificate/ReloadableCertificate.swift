import NIOCore
import NIOSSL

/// A server's certificate, which can be read anew while the server runs: connections made from then on get the new one,
/// those that are there keep the one they have.
package actor ReloadableCertificate {
    /// Nil for one that stays as it is.
    private let files: CertificateFiles?
    private(set) var context: NIOSSLContext
    /// When the first certificate of the chain runs out, in seconds since 1970.
    package private(set) var expires: Int

    /// Reads both PEM files. The certificate's has the server's own first, then those that vouch for it.
    package init(certificate: String, key: String) throws(CertificateError) {
        let files = CertificateFiles(certificate: certificate, key: key)
        (context, expires) = try files.load()
        self.files = files
    }

    /// One that is in no file of its own, and never changes. Both in DER form.
    package init(certificate: [UInt8], privateKey: [UInt8]) throws(CertificateError) {
        files = nil
        do {
            let chain = [try NIOSSLCertificate(bytes: certificate, format: .der)]
            let key = try NIOSSLPrivateKey(bytes: privateKey, format: .der)
            context = try NIOSSLContext(configuration: CertificateFiles.configuration(chain, key))
            expires = chain.map { Int($0.notValidAfter) }.min() ?? 0
        } catch {
            throw CertificateError(description: "The node's own certificate cannot be used for the page: \(error).")
        }
    }

    /// Puts TLS in front of a new connection. Nothing is read from the channel before the future is done.
    package nonisolated func secure(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeFutureWithTask { await self.context }.flatMapThrowing { context in
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }
    }

    /// Reads both files again. Where that fails, the certificate in use stays.
    package func reload() throws(CertificateError) {
        guard let files else { return }
        (context, expires) = try files.load()
    }
}
