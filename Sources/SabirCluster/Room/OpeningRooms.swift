import SabirCore

/// Rooms of a cluster that a node opens together at its start.
///
/// When a stream is made, its servers take half a second to elect its leader. Opening a thousand rooms one after
/// another would keep a node from listening for minutes; opened all at once, each room would wait for the last.
package actor OpeningRooms {
    /// Rooms opened at a time.
    static let width = 64
    /// How long the others are waited for without another room becoming ready.
    private let patience: Duration
    private var count = 0
    private var readyRooms: Set<String> = []
    private var later: [@Sendable () async -> Void] = []
    private var waiting: AsyncStream<Void>.Continuation?

    /// - Parameter patience: how long no room may become ready.
    package init(patience: Duration) { self.patience = patience }

    var missing: Int { count - readyRooms.count }

    /// Adds a room. `startAllRooms` calls `start`; `ready` is to be called once the room is ready.
    package func add(_ start: @escaping @Sendable () async -> Void) {
        count += 1
        later.append(start)
    }

    package func ready(_ room: String) {
        guard readyRooms.insert(room).inserted else { return }
        startNext()
        if missing == 0 { waiting?.finish() }
    }

    /// Called once. Returns when all rooms are ready, or none has become ready for `patience`; the rest are started by
    /// then and become ready later.
    package func startAllRooms() async {
        later.reverse()
        for _ in 0..<Self.width { startNext() }
        var known = -1
        while missing > 0, readyRooms.count > known {
            known = readyRooms.count
            await allOrPatience()
        }
        while !later.isEmpty { startNext() }
    }

    private func startNext() {
        guard let start = later.popLast() else { return }
        Task { await start() }
    }

    private func allOrPatience() async {
        let (all, bell) = AsyncStream.makeStream(of: Void.self)
        waiting = bell
        _ = await within(patience) { for await _ in all {} }
        waiting = nil
    }
}
