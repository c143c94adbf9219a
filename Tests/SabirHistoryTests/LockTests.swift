import Glibc
import Testing

@testable import SabirHistory

/// A descriptor that is closed twice may be somebody else's the second time; the second close leaves EBADF.
struct LockTests {
    private let folder = Folder()

    @Test func whoDoesNotGetTheLockClosesItsFileOnce() throws {
        let file = HistoryFile(path: folder.history)
        let held = try file.lock()
        #expect(held != nil)
        errno = 0
        let second = try file.lock()
        let why = errno
        #expect(second == nil && why != EBADF)
        withExtendedLifetime(held) {}
    }

    @Test func norDoesWhoWaitsForAnOpening() throws {
        let file = HistoryFile(path: folder.history)
        let held = try file.openingLock(.exclusive)
        errno = 0
        var why: Int32 = 0
        #expect(throws: HistoryError.self) {
            do { _ = try file.openingLock(.shared) } catch {
                why = errno
                throw error
            }
        }
        #expect(why != EBADF)
        withExtendedLifetime(held) {}
    }
}
