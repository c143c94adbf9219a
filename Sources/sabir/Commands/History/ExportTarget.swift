import Foundation
import Glibc
import SabirCore
import SabirTerminal

/// The target of an export: standard output, or a file that appears only when complete, readable by its owner alone.
struct ExportTarget {
    static let standardOutput = ExportTarget(path: nil, isReplacing: false)

    private let path: String?
    private let isReplacing: Bool
}

extension ExportTarget {
    /// Throws if the file exists and may not be replaced.
    init(file: String, replacing: Bool) throws {
        guard replacing || access(file, F_OK) != 0 else {
            throw Failure("\(file) is there already. Use --force to replace it.")
        }
        self.init(path: file, isReplacing: replacing)
    }

    /// Passes `body` a function that writes. A failure leaves no file behind.
    func write<T>(_ body: ((String) async throws -> Void) async throws -> T) async throws -> T {
        guard let path else {
            let isTerminal = isatty(STDOUT_FILENO) == 1
            return try await body {
                try Self.put(isTerminal ? SafeText.lines($0) : $0, STDOUT_FILENO, "Standard output")
            }
        }
        let half = path + ".part"
        unlink(half)
        let descriptor = open(half, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        do {
            let result = try await body { try Self.put($0, descriptor, path) }
            guard fsync(descriptor) == 0, close(descriptor) == 0 else { throw Self.failure(path) }
            try finish(half, path)
            return result
        } catch {
            unlink(half)
            throw error
        }
    }

    /// Does not replace a file that appeared under this name meanwhile.
    private func finish(_ half: String, _ path: String) throws {
        if isReplacing {
            guard rename(half, path) == 0 else { throw Self.failure(path) }
        } else {
            guard link(half, path) == 0 else { throw Self.failure(path) }
            unlink(half)
        }
    }

    private static func put(_ text: String, _ descriptor: Int32, _ name: String) throws {
        guard FileSystem.write(Data(text.utf8), to: descriptor) else { throw failure(name) }
    }

    private static func failure(_ name: String) -> Failure {
        Failure("\(name) cannot be written: \(String(cString: strerror(errno))).")
    }
}
