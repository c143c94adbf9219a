import Foundation
import SabirCore
import SabirWeb

/// Asks the node on this machine for a reviewer's code.
package enum ReviewInvitation {
    private struct Refused: Decodable {
        struct Content: Decodable { let text: String }
        let error: Content
    }

    /// Throws a sentence for people if no node answers that supports reviews.
    package static func open(
        for name: String, in language: String, at node: NodePage
    ) async throws(NodeError) -> OpenedCode {
        let base = try await node.found().base
        let body = try orNodeError { try JSONEncoder().encode(["name": name, "lang": language]) }
        let reply = try await node.reply(
            to: base + "/api/review/codes", body: String(decoding: body, as: UTF8.self))
        if let opened: OpenedCode = reply.document() { return opened }
        if let refused: Refused = reply.document(400) { throw NodeError(description: refused.error.text) }
        throw NodeError(
            description: "The node is of another version than this command, and has nothing to review. Restart it "
                + "(systemctl restart sabir).")
    }
}
