import Foundation
import NIOSSL

/// The PEM files of a server's certificate and key, which may be the same file.
struct CertificateFiles: Sendable {
    /// Limit of a file's size in bytes: a chain of certificates has a few KiB, but the path may be of an endless file.
    private static let maximumBytes = 1 << 20
    /// The ciphers of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325 §4.2); TLS 1.3 has no others.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    let certificate: String
    let key: String

    /// Loads the files for TLS 1.2 and later; `expires` is the certificate's end in seconds since 1970.
    func load() throws(CertificateError) -> (context: NIOSSLContext, expires: Int) {
        let chain = try certificates()
        let configuration = Self.configuration(chain, try privateKey())
        do {
            return (try NIOSSLContext(configuration: configuration), chain.map { Int($0.notValidAfter) }.min() ?? 0)
        } catch {
            // Both files were readable, so BoringSSL refused because the key does not fit the first certificate.
            throw .apart(certificate, key)
        }
    }

    static func configuration(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuites = ciphers
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    private func certificates() throws(CertificateError) -> [NIOSSLCertificate] {
        let bytes = try Self.bytes(of: certificate, "certificate")
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
            throw .noCertificate(certificate)
        }
        return chain
    }

    private func privateKey() throws(CertificateError) -> NIOSSLPrivateKey {
        let bytes = try Self.bytes(of: key, "key")
        guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else { throw .noKey(key) }
        return key
    }

    private static func bytes(of path: String, _ what: String) throws(CertificateError) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            return Array(try file.read(upToCount: maximumBytes) ?? Data())
        } catch {
            throw .unreadable(what, path, reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "this user may not read it"
        default: "it is no ordinary file"
        }
    }
}
