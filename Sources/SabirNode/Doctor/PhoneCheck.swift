import SabirCore
import SabirWeb

/// A phone check that the node on this machine keeps open.
package struct PhoneCheck: Sendable {
    private let node: NodePage
    private let base: String
    package let opened: OpenedCode

    /// Throws a sentence for people if no node answers that supports phone checks.
    package static func open(at node: NodePage) async throws(NodeError) -> PhoneCheck {
        let base = try await node.found().base
        guard let opened: OpenedCode = try await node.reply(to: base + "/api/checks", body: "{}").document()
        else {
            throw NodeError(
                description: "The node is of another version than this command, and checks no phones. Restart it "
                    + "(systemctl restart sabir).")
        }
        return PhoneCheck(node: node, base: base, opened: opened)
    }

    /// The findings so far.
    package func answer() async throws(NodeError) -> PhoneCheckAnswer {
        guard let answer: PhoneCheckAnswer = try await node.reply(to: "\(base)/api/checks/\(opened.code)").document()
        else {
            throw NodeError(description: "The node has forgotten the check, as after a restart. Run the command again.")
        }
        return answer
    }
}
