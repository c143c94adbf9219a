import Foundation
import SabirCore

/// The page's certificate as `sabir certificate` stores it: chain and key in one file in the state folder, readable for
/// its owner alone, always replaced as a whole.
extension PageCertificateChain {
    package static func path(in folder: String) -> String { folder + "/page.pem" }

    /// Reads the files that the user names.
    package init(readingFrom chain: String, key: String) throws(SecurityError) {
        try self.init(chain: Self.text(of: chain), key: Self.text(of: key))
    }

    /// Stores the certificate; once this returns it survives a power cut.
    package func keep(at path: String) throws(SecurityError) { try PrivateFile(path: path).keep(Data(pem.utf8)) }

    private static func text(of file: String) throws(SecurityError) -> String {
        guard let handle = FileHandle(forReadingAtPath: file), let data = try? handle.read(upToCount: maximumBytes)
        else { throw SecurityError("\(file) is not there, or cannot be read.") }
        return String(decoding: data, as: UTF8.self)
    }
}
