import Foundation
import SabirConfiguration
import SabirCore
import SabirSecurity

/// A change of a node's key and certificate.
package struct KeyRotation: Sendable, Hashable {
    package let before: Fingerprint
    package let now: Fingerprint
    /// Names of this node's rooms, in order.
    package let rooms: [String]
}

extension NodeConfiguration {
    /// Gives a stopped node a new key and certificate. The old ones stay valid until the new ones are on the disk, so
    /// there is always exactly one valid key.
    ///
    /// - Parameter isStolen: the old keys do not vouch for the new one. Throws a sentence if there is no key, or a node
    ///   is running with it; then nothing is changed.
    package func rotateKey(isStolen: Bool) throws(SecurityError) -> KeyRotation {
        let folder = node.stateDirectory
        guard let old = try NodeCertificate.existing(in: folder) else {
            throw SecurityError(
                "There is no key in \(folder): a node makes one when it first starts with TLS. Nothing was changed. Where "
                    + "a service keeps its state elsewhere, name its configuration with --config.")
        }
        let held = try Self.lockStopped(folder)
        defer { withExtendedLifetime(held) {} }
        let rooms = try roomIDs(in: folder)
        let new: NodeCertificate
        do {
            let now = ClockReading.now().wall
            new = try isStolen ? NodeCertificate() : old.successor(in: rooms.map(\.id), now: now)
        } catch {
            throw SecurityError("A new key could not be made: \(error). Nothing was changed.")
        }
        try new.keep(in: folder)
        return KeyRotation(before: old.fingerprint, now: new.fingerprint, rooms: rooms.map(\.name))
    }

    private static func lockStopped(_ folder: String) throws(SecurityError) -> FileLock {
        do throws(FileLock.Failure) { return try FileLock(folder + "/node.lock") } catch {
            throw SecurityError(
                error.isHeld
                    ? "A node is running with this key. Nothing was changed. End it first: systemctl stop sabir"
                    : "\(folder) cannot be written: \(String(cString: strerror(error.code)).lowercased()). Nothing was "
                        + "changed. Run this as root, or as the user that the node runs as.")
        }
    }

    /// The configuration's rooms first, then other rooms that the node has had.
    private func roomIDs(in folder: String) throws(SecurityError) -> [(name: String, id: String)] {
        let kept = try IdentityFile.rooms(in: folder)
        let configured = rooms.compactMap { room in (room.id ?? kept[room.name]).map { (room.name, $0) } }
        let names = Set(configured.map(\.0))
        let others = kept.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
        return (configured + others.map { ($0.key, $0.value) }).map { (name: $0.0, id: $0.1.uuidString.lowercased()) }
    }
}
