import Foundation
import Testing

@testable import SabirNode

struct NodeIdentityTests {
    @Test func oneNodeAtATimeOwnsAnIdentity() throws {
        let path = NSTemporaryDirectory() + "sabir-identity-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let held = try #require(IdentityFile(directory: path))
        #expect(IdentityFile(directory: path) == nil)
        held.release()
        #expect(IdentityFile(directory: path) != nil)
    }
}
