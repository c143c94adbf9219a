import Synchronization

/// What all connections of a node's rooms have not read yet, each room's part as it was counted last. Where it is more
/// than the bound, those whose most waits are given up first.
package final class UnsentBytes: Sendable {
    package static let usual = 256 << 20

    let most: Int
    private let parts = Mutex<[ObjectIdentifier: Int]>([:])

    package init(most: Int = usual) { self.most = most }

    /// How much too much there is in all, where this room has so much.
    func excess(_ bytes: Int, of room: HostedRoom) -> Int {
        parts.withLock { parts in
            parts[ObjectIdentifier(room)] = bytes == 0 ? nil : bytes
            return max(0, parts.values.reduce(0, +) - most)
        }
    }
}
