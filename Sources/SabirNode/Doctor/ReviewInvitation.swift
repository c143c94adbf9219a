import Foundation
import SabirCore
import SabirWeb

/// Asks the node on this machine for a reviewer's code.
package enum ReviewInvitation {
    private struct Asked: Encodable {
        let name: String
        let lang: String
    }

    private struct Refused: Decodable {
        struct Content: Decodable { let text: String }
        let error: Content
    }

    /// Throws a sentence for people if no node answers that supports reviews.
    package static func open(
        for name: String, in language: String, at node: NodePage
    ) async throws(NodeError) -> ReviewOpened {
        let base = try await node.found().base
        guard let body = try? JSONEncoder().encode(Asked(name: name, lang: language)),
            let response = await node.send(base + "/api/review/codes", body: String(decoding: body, as: UTF8.self))
        else { throw NodeError(description: "The node on this machine does not answer any more. See: sabir doctor.") }
        let data = Data(response.body)
        if response.status == 200, let opened = try? JSONDecoder().decode(ReviewOpened.self, from: data) {
            return opened
        }
        if response.status == 400, let refused = try? JSONDecoder().decode(Refused.self, from: data) {
            throw NodeError(description: refused.error.text)
        }
        throw NodeError(
            description: "The node is of another version than this command, and has nothing to review. Restart it "
                + "(systemctl restart sabir).")
    }
}
