import Foundation
import SabirCore
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

    /// A service that could not own its folder says so before it opens anything.
    @Test func whatAServiceCannotOwnIsSaidInASentence() throws {
        let path = NSTemporaryDirectory() + "sabir-identity-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        func why(_ directory: String) -> String? {
            do throws(NodeError) {
                try IdentityFile.check(directory)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(why(path) == nil && why(path) == nil, "It is left to whoever comes next.")
        let held = try #require(IdentityFile(directory: path))
        #expect(why(path)?.contains("in use by another node") == true)
        held.release()
        #expect(why("/dev/null/sabir")?.contains("cannot be written: not a directory") == true)
    }
}
