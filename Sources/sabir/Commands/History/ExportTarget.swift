import Foundation
import SabirCore
import SabirTerminal

/// The target of an export: standard output, or a file that appears only when complete, readable by its owner alone.
struct ExportTarget {
    /// The file's path; nil for standard output.
    private let path: String?
    private let isReplacing: Bool

    /// Throws if the file exists and may not be replaced.
    init(file: String?, replacing: Bool) throws {
        if let file, !replacing, access(file, F_OK) == 0 {
            throw Failure("\(file) is there already. Use --force to replace it.")
        }
        (path, isReplacing) = (file, replacing)
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
            // Without `isReplacing`, a file that appeared under this name meanwhile stays.
            guard fsync(descriptor) == 0, close(descriptor) == 0,
                (isReplacing ? rename(half, path) : link(half, path)) == 0
            else { throw Self.failure(path) }
            unlink(half)
            return result
        } catch {
            unlink(half)
            throw error
        }
    }

    private static func put(_ text: String, _ descriptor: Int32, _ name: String) throws {
        guard FileSystem.write(Data(text.utf8), to: descriptor) else { throw failure(name) }
    }

    private static func failure(_ name: String) -> Failure {
        Failure("\(name) cannot be written: \(String(cString: strerror(errno))).")
    }
}
