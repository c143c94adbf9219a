/// Why a certificate cannot be used: a plain sentence that names the file.
package struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    static func unreadable(_ what: String, _ path: String, _ why: String) -> CertificateError {
        CertificateError(description: "The \(what) \(path) cannot be read: \(why).")
    }

    static func noCertificate(_ path: String) -> CertificateError {
        CertificateError(
            description: "\(path) holds no certificate. It has to be a PEM file that begins with "
                + "-----BEGIN CERTIFICATE-----, the server's own certificate first, then those that vouch for it.")
    }

    static func noKey(_ path: String) -> CertificateError {
        CertificateError(
            description: "\(path) holds no private key that can be used. It has to be a PEM file without a passphrase.")
    }

    static func apart(_ certificate: String, _ key: String) -> CertificateError {
        CertificateError(
            description: "The key \(key) does not belong to the certificate \(certificate): both have to come from "
                + "the same request.")
    }
}
