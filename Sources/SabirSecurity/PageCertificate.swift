import Foundation
import SabirCore

/// The page's certificate as `sabir certificate` stores it: one file in the state folder, readable for its owner alone.
package struct PageCertificate: Sendable {
    package let path: String

    package init(stateDirectory: String) { path = Self.path(in: stateDirectory) }

    package static func path(in folder: String) -> String { folder + "/" + PageCertificateChain.fileName }

    /// Stores a certificate; once this returns it survives a power cut.
    package func write(_ certificate: PageCertificateChain) throws(SecurityError) {
        try PrivateFile(path: path).keep(Data(certificate.pem.utf8))
    }

    /// The text of a file that the user names.
    package static func text(of file: String) throws(SecurityError) -> String {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: PageCertificateChain.maximumBytes)
        else { throw SecurityError("\(file) is not there, or cannot be read.") }
        return String(decoding: data, as: UTF8.self)
    }
}
