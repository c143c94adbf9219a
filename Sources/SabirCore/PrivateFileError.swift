import Glibc

/// Why a private file cannot be read or written, in sentences for people.
package struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Associated numbers are errno(3).
    package enum Reason: Hashable, Sendable {
        case unreadable(Int32), unwritable(Int32), unremovable(Int32)
        /// A folder, a device or a pipe.
        case notOrdinary
        case openToOthers
        /// The limit in bytes.
        case larger(than: Int)
    }

    package let path: String
    package let reason: Reason

    init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The shell command that mends the error; nil if there is none.
    package var command: String? { reason == .openToOthers ? "chmod 600 \(path)" : nil }

    package var description: String {
        switch reason {
        case .unreadable(let code): "\(path) cannot be read: \(String(cString: strerror(code)).lowercased())."
        case .unwritable(let code): "\(path) cannot be written: \(String(cString: strerror(code)).lowercased())."
        case .unremovable(let code): "\(path) cannot be removed: \(String(cString: strerror(code)).lowercased())."
        case .notOrdinary: "\(path) is no ordinary file. Move it away."
        case .openToOthers: "\(path) can be read by others than its owner. Mend it with: chmod 600 \(path)"
        case .larger(let limit): "\(path) is larger than \(limit) bytes; it is not what Sabir wrote. Move it away."
        }
    }
}
