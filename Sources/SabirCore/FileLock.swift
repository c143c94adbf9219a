import Foundation
import Glibc

/// A file that is locked (flock(2)) until the value goes, or the process does, whatever it dies of. A program that this
/// one starts does not hold it.
package final class FileLock: Sendable {
    package enum Manner: Int32, Sendable {
        /// Beside others that share it.
        case shared = 1  // LOCK_SH
        case exclusive = 2  // LOCK_EX
    }

    package struct Failure: Error, Hashable, Sendable {
        /// errno(3) of open(2) or flock(2).
        package let code: Int32

        /// By somebody else; otherwise the file cannot be made.
        package var isHeld: Bool { code == EWOULDBLOCK }
    }

    /// Between two looks whether it is free.
    private static let pause = Duration.milliseconds(5)

    package let path: String
    private let descriptor: Int32

    /// Makes the file (0600, of the folder's owner), whose folder has to be there. It is not a link's, and stays when the
    /// lock goes.
    ///
    /// - Parameter patience: how long the calling thread waits at most; nil for as long as it takes.
    package convenience init(
        _ path: String, _ manner: Manner = .exclusive, patience: Duration? = .zero
    ) throws(Failure) {
        try self.init(opening: path)
        if let patience {
            let end = ContinuousClock.now + patience
            while try isHeld(manner, until: end) { usleep(useconds_t(Self.pause / .microseconds(1))) }
        } else {
            try lock(manner.rawValue)
        }
    }

    /// Alone, and the task waits so long at most, not its thread. One that is cancelled does not wait.
    package static func waited(for path: String, patience: Duration) async throws(Failure) -> FileLock {
        let file = try FileLock(opening: path)
        let end = ContinuousClock.now + patience
        while try file.isHeld(.exclusive, until: end) {
            do { try await Task.sleep(for: pause) } catch { throw Failure(code: EWOULDBLOCK) }
        }
        return file
    }

    private init(opening path: String) throws(Failure) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // `deinit` runs for a file that could not be opened or locked, too.
        guard descriptor >= 0 else { throw Failure(code: errno) }
        FolderOwner.takes(descriptor, in: (path as NSString).deletingLastPathComponent)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Another process may have it from now on, though the value is still there. Any number of times.
    package func release() { flock(descriptor, LOCK_UN) }

    private func isHeld(_ manner: Manner, until end: ContinuousClock.Instant) throws(Failure) -> Bool {
        do {
            try lock(manner.rawValue | LOCK_NB)
            return false
        } catch {
            guard error.isHeld, .now < end else { throw error }
            return true
        }
    }

    private func lock(_ operation: Int32) throws(Failure) {
        while flock(descriptor, operation) != 0 {
            guard errno == EINTR else { throw Failure(code: errno) }
        }
    }
}
