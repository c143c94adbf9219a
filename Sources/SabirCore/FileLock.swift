import Foundation
import Glibc

/// A lock on a file (flock(2)), held until this object is deinitialized or the process ends in any way. Child processes
/// do not inherit the lock.
package final class FileLock: Sendable {
    package enum Manner: Int32, Sendable {
        /// Other shared locks may be held at the same time.
        case shared = 1  // LOCK_SH
        case exclusive = 2  // LOCK_EX
    }

    package struct Failure: Error, Hashable, Sendable {
        /// The errno(3) of open(2) or flock(2).
        package let code: Int32

        /// Whether somebody else holds the lock. Otherwise the file could not be opened.
        package var isHeld: Bool { code == EWOULDBLOCK }
    }

    /// The pause between two attempts to lock.
    private static let pause = Duration.milliseconds(5)

    package let path: String
    private let descriptor: Int32

    /// Creates the file if needed (mode 0600, owned by the owner of its folder) and locks it. The folder must exist. A
    /// symbolic link is refused. The file stays when the lock is released.
    ///
    /// - Parameter patience: how long the calling thread waits at most; nil waits for ever.
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

    /// Locks the file exclusively, suspending the task, not its thread, for at most `patience`. Throws if the task is
    /// cancelled.
    package static func acquire(_ path: String, patience: Duration) async throws(Failure) -> FileLock {
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
        // `deinit` also runs if the file could not be opened or locked.
        guard descriptor >= 0 else { throw Failure(code: errno) }
        FolderOwner.give(descriptor, toOwnerOf: (path as NSString).deletingLastPathComponent)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Unlocks the file, so that another process may lock it while this object lives. May be called repeatedly.
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
