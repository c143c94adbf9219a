import Foundation
import SabirConfiguration
import SabirCore
import SabirHistory

/// Checks that the history on disk can be written, read and erased from.
package enum HistoryCheck {
    /// Bytes that should stay free when a history is rewritten.
    private static let reserve = 64 << 20

    /// - Parameter isNodeRunning: whether a node with this configuration answers on its port.
    package static func run(_ configuration: NodeConfiguration, isNodeRunning: Bool) async -> [Finding] {
        let wanted = configuration.rooms.filter { $0.history == .disk }.map(\.name)
        let health = await HistoryHealth.look(at: configuration.historyPath)
        return findings(health, wanted: wanted, isNodeRunning: isNodeRunning)
    }

    static func findings(_ health: HistoryHealth, wanted: [String], isNodeRunning: Bool = false) -> [Finding] {
        guard health.exists || !wanted.isEmpty else {
            return [Finding("history", .ok, "Nothing is kept on disk (there is no \(health.path)).")]
        }
        if let failure = health.failure {
            return [Finding("history", .severe, "\(failure)", remedy: mend(failure, health.path))] + asides(health)
        }
        let unsaved = unsaved(health, wanted, isNodeRunning).map { [$0] } ?? []
        return [Finding("history", .ok, summary(health, wanted))] + obstacles(health) + unsaved + asides(health)
    }

    /// Problems that prevent writing or erasing, or that let others than the node's user read.
    private static func obstacles(_ health: HistoryHealth) -> [Finding] {
        let (folder, needed) = ((health.path as NSString).deletingLastPathComponent, health.bytes + reserve)
        let found: [(Bool, RedactableText, RedactableText)] = [
            (
                !health.isWritable, "\(health.path) cannot be written by this user.",
                "chown -R \(ServiceUser.current): \(folder), or run this check as the node's user"
            ),
            (
                health.free < needed,
                "Its disk has \(ours: QuantityText.size(health.free)) left; to erase, the file is written anew: that needs "
                    + "\(ours: QuantityText.size(needed)).",
                "make room on the disk of \(health.path)"
            ),
            (health.isOpenToOthers, "Other users may read it.", "chmod 600 \(health.path)"),
        ]
        return found.filter(\.0).map { Finding("history", .wrong, $0.1, remedy: $0.2) }
    }

    /// Lines that should be on disk and are not.
    private static func unsaved(_ health: HistoryHealth, _ wanted: [String], _ isNodeRunning: Bool) -> Finding? {
        let mend: RedactableText = "what the node's log says, then a restart of the node"
        if health.isOwned, !health.isWhole {
            return Finding("history", .severe, "Since the node started, not every line reached the disk.", remedy: mend)
        }
        if isNodeRunning, !health.isOwned, !wanted.isEmpty {
            return Finding("history", .severe, "A node is running, but keeps new lines in memory only.", remedy: mend)
        }
        let missing = wanted.filter { name in !health.rooms.contains { $0.name == name } }
        guard health.isOwned, !missing.isEmpty else { return nil }
        return Finding(
            "history", .wrong, "The running node does not keep \(missing.joined(separator: ", ")) there.", remedy: mend)
    }

    private static func summary(_ health: HistoryHealth, _ wanted: [String]) -> RedactableText {
        guard health.exists else {
            return "\(health.path) is made when a node starts, for: \(wanted.joined(separator: ", "))."
        }
        let lines = health.rooms.reduce(0) { $0 + $1.lines }
        let owner: RedactableText = health.isOwned ? "A node is writing it." : "No node is writing it."
        return
            "\(health.path): \(lines) lines, rooms: \(health.rooms.count), \(ours: QuantityText.size(health.bytes)); "
            + "\(ours: QuantityText.size(health.free)) are free. \(owner)"
    }

    private static func asides(_ health: HistoryHealth) -> [Finding] {
        health.asides.map {
            Finding("history", .ok, "An earlier history lies at \($0). Delete it once nobody needs it.")
        }
    }

    private static func mend(_ failure: HistoryError, _ path: String) -> RedactableText {
        switch failure.code {
        case .damaged: "sabir restore BACKUP, or start the node: it moves the file aside and begins a new one"
        case .newer: "an update of Sabir"
        case .foreign: "mv \(path) \(path).foreign"
        default: "the rights of \(path) and its folder"
        }
    }
}
