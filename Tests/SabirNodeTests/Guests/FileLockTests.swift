import Foundation
import Glibc
import Testing

@testable import SabirNode

/// A descriptor that is closed twice may be somebody else's the second time; the second close leaves EBADF.
struct FileLockTests {
    private let path = NSTemporaryDirectory() + "sabir-lock-\(UUID().uuidString)"

    @Test func whoDoesNotGetTheLockClosesItsFileOnce() {
        let held = FileLock(path)
        #expect(held != nil)
        errno = 0
        let second = FileLock(path)
        let why = errno
        #expect(second == nil && why == EWOULDBLOCK)
        withExtendedLifetime(held) {}
        unlink(path)
    }

    @Test func norDoesASecondNodeOfOneIdentity() throws {
        let held = IdentityFile(directory: path)
        #expect(held != nil)
        errno = 0
        let second = IdentityFile(directory: path)
        let why = errno
        #expect(second == nil && why == EWOULDBLOCK)
        withExtendedLifetime(held) {}
        try FileManager.default.removeItem(atPath: path)
    }
}
