/// Rooms of a cluster that a node opens together at its start, and how far they are.
///
/// A stream's servers take half a second to agree on its leader when it is made, so that a thousand rooms one after
/// another would keep a node from listening for minutes. All at once would each wait for the last.
package actor OpeningRooms {
    /// Rooms under way at a time.
    static let width = 64
    /// Without another room in this time it is no longer waited for the rest.
    private let patience: Duration
    private var count = 0
    private var readyRooms: Set<String> = []
    private var later: [@Sendable () async -> Void] = []
    private var waiting: AsyncStream<Void>.Continuation?

    /// - Parameter patience: how long nothing may become ready.
    package init(patience: Duration) { self.patience = patience }

    var missing: Int { count - readyRooms.count }

    /// `start` is called by `settle`, and `ready` once what it starts has come so far.
    package func add(_ start: @escaping @Sendable () async -> Void) {
        count += 1
        later.append(start)
    }

    package func ready(_ room: String) {
        guard readyRooms.insert(room).inserted else { return }
        startNext()
        if missing == 0 { waiting?.finish() }
    }

    /// Once. Returns when all are ready, or as soon as none has become so for the time of patience; those left are
    /// started by then and come when they come.
    package func settle() async {
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
        let patience = patience
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in all {} }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
        waiting = nil
    }
}
