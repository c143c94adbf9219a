import Foundation
import Glibc
import Testing

@testable import SabirCore

struct FileLockTests {
    private let path = NSTemporaryDirectory() + "sabir-lock-\(UUID().uuidString)"

    /// A descriptor that is closed twice may be somebody else's the second time; the second close leaves EBADF.
    @Test func whoDoesNotGetTheLockClosesItsFileOnce() throws {
        defer { unlink(path) }
        var held: FileLock? = try FileLock(path)
        errno = 0
        var why = #expect(throws: FileLock.Failure.self) { try FileLock(path) }
        #expect(why?.isHeld == true && errno != EBADF && held != nil)
        (held, why) = (nil, nil)
        #expect(throws: Never.self) { try FileLock(path) }
    }

    @Test func itsFileIsOfItsOwnerAloneAndNoLink() throws {
        defer { for end in ["", ".link"] { unlink(path + end) } }
        _ = try FileLock(path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        symlink(path, path + ".link")
        let why = #expect(throws: FileLock.Failure.self) { try FileLock(path + ".link") }
        #expect(mode == 0o600 && why == FileLock.Failure(code: ELOOP) && why?.isHeld == false)
        #expect(throws: FileLock.Failure(code: ENOTDIR)) { try FileLock(path + "/lock") }
    }

    @Test func severalShareWhatNobodyHasAlone() throws {
        defer { unlink(path) }
        let shared = [try FileLock(path, .shared), try FileLock(path, .shared)]
        #expect(throws: FileLock.Failure(code: EWOULDBLOCK)) { try FileLock(path, patience: .milliseconds(20)) }
        for lock in shared { lock.release() }
        let alone = try FileLock(path)
        #expect(throws: FileLock.Failure(code: EWOULDBLOCK)) { try FileLock(path, .shared) }
        withExtendedLifetime(alone) {}
    }

    /// Threads of their own: those of tasks are as few as processors, and other tests keep them for long.
    @Test func whoWaitsGetsItWhenItIsFree() async throws {
        defer { unlink(path) }
        for patience in [Duration.seconds(600), nil] {
            let held = try FileLock(path)
            Thread.detachNewThread {
                usleep(50_000)
                held.release()
            }
            let got = await withCheckedContinuation {
                (got: CheckedContinuation<Result<FileLock, FileLock.Failure>, _>) in
                Thread.detachNewThread { [path] in
                    got.resume(
                        returning: Result { () throws(FileLock.Failure) in try FileLock(path, patience: patience) })
                }
            }
            _ = try got.get()
        }
    }

    @Test func aTaskThatWaitsGetsItWhenItIsFree() async throws {
        defer { unlink(path) }
        let held = try FileLock(path)
        await #expect(throws: FileLock.Failure(code: EWOULDBLOCK)) {
            try await FileLock.acquire(path, patience: .milliseconds(20))
        }
        async let waited = FileLock.acquire(path, patience: .seconds(600))
        held.release()
        _ = try await waited
    }

    @Test func aTaskThatIsCancelledWaitsNoLonger() async throws {
        defer { unlink(path) }
        let held = try FileLock(path)
        let task = Task { [path] in try await FileLock.acquire(path, patience: .seconds(600)) }
        task.cancel()
        await #expect(throws: FileLock.Failure(code: EWOULDBLOCK)) { try await task.value }
        withExtendedLifetime(held) {}
    }
}
