import NIOCore
import NIOSSL

/// A server's certificate that can be reloaded while the server runs. New connections get the new certificate; open
/// connections keep theirs.
package actor ReloadableCertificate {
    /// The files to watch; nil for a certificate that never changes.
    private let files: CertificateFiles?
    private(set) var context: NIOSSLContext
    /// The end of the chain's first certificate, in seconds since 1970.
    package private(set) var expires: Int

    /// Reads both PEM files. The certificate file has the server's own certificate first, then its issuers.
    package init(certificate: String, key: String) throws(CertificateError) {
        let files = CertificateFiles(certificate: certificate, key: key)
        (context, expires) = try files.load()
        self.files = files
    }

    /// A certificate without files, which never changes; both parts in DER form.
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

    /// Adds TLS to a new connection. Nothing is read from the channel before the future succeeds.
    package nonisolated func secure(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeFutureWithTask { await self.context }.flatMapThrowing { context in
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }
    }

    /// Reads both files again; if that fails, the certificate in use stays.
    package func reload() throws(CertificateError) {
        guard let files else { return }
        (context, expires) = try files.load()
    }
}
