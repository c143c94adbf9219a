import Synchronization

/// The unsent bytes of all connections of a node's rooms, as each room counted them last. Past the bound, the
/// connections with the most unsent bytes are dropped first.
final class UnsentBytes: Sendable {
    static let usual = 256 << 20

    let most: Int
    private let parts = Mutex<[ObjectIdentifier: Int]>([:])

    init(most: Int = usual) { self.most = most }

    /// How many bytes exceed the bound in all, where this room has so many.
    func excess(_ bytes: Int, of room: HostedRoom) -> Int {
        parts.withLock { parts in
            parts[ObjectIdentifier(room)] = bytes == 0 ? nil : bytes
            return max(0, parts.values.reduce(0, +) - most)
        }
    }
}
