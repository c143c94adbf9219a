import Foundation
import SabirCore
import SabirWeb

/// A phone check that the node on this machine keeps open.
package struct PhoneCheck: Sendable {
    private let node: NodePage
    private let base: String
    package let opened: PhoneCheckOpened

    /// Throws a sentence for people if no node answers that supports phone checks.
    package static func open(at node: NodePage) async throws(NodeError) -> PhoneCheck {
        let base = try await node.found().base
        guard let response = await node.send(base + "/api/checks", body: "{}") else { throw silent }
        guard let opened = read(PhoneCheckOpened.self, response.status, response.body) else {
            throw NodeError(
                description: "The node is of another version than this command, and checks no phones. Restart it "
                    + "(systemctl restart sabir).")
        }
        return PhoneCheck(node: node, base: base, opened: opened)
    }

    /// The findings so far.
    package func answer() async throws(NodeError) -> PhoneCheckAnswer {
        guard let response = await node.send("\(base)/api/checks/\(opened.code)") else { throw Self.silent }
        guard let answer = Self.read(PhoneCheckAnswer.self, response.status, response.body) else {
            throw NodeError(description: "The node has forgotten the check, as after a restart. Run the command again.")
        }
        return answer
    }

    private static func read<Answer: Decodable>(_ type: Answer.Type, _ status: Int, _ body: [UInt8]) -> Answer? {
        status == 200 ? try? JSONDecoder().decode(type, from: Data(body)) : nil
    }

    private static var silent: NodeError {
        NodeError(description: "The node on this machine does not answer any more. See: sabir doctor.")
    }
}
