import GRDB

/// Why a file is not used: one plain sentence that names it.
package struct CacheError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable {
        case damaged, newer, foreign, unusable
    }

    private let code: Code
    package let description: String

    static func damaged(_ path: String) -> Self {
        Self(
            code: .damaged,
            description: "The translation cache \(path) is damaged. It is deleted with: sabir cache clear")
    }

    static func newer(_ path: String) -> Self {
        Self(
            code: .newer,
            description: "The translation cache \(path) was written by a newer version of Sabir. It is left as it is; "
                + "update Sabir, or delete the file.")
    }

    static func foreign(_ path: String) -> Self {
        Self(
            code: .foreign,
            description: "\(path) is not a translation cache of Sabir. It is left as it is; move it away.")
    }

    static func unusable(_ path: String, _ reason: String) -> Self {
        Self(code: .unusable, description: "The translation cache \(path) cannot be used: \(reason).")
    }

    /// What SQLite or the system said about `path`.
    static func wrapping(_ error: any Error, _ path: String) -> Self {
        guard let error = error as? DatabaseError else { return (error as? Self) ?? .unusable(path, "\(error)") }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return .damaged(path)
        case .SQLITE_FULL: return .unusable(path, "the disk is full")
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .unusable(path, "another process keeps it locked")
        default: return .unusable(path, error.message ?? "SQLite error \(error.resultCode.rawValue)")
        }
    }

    var isDamage: Bool { code == .damaged }
}
