/// What a node has begun so far while it starts: undone, the newest first, where a later part fails, so that another
/// attempt finds the ports, the history and the state directory free.
struct StartedParts {
    private var undoings: [@Sendable () async -> Void] = []

    mutating func begun(_ undo: @escaping @Sendable () async -> Void) { undoings.append(undo) }

    func undo() async { for undo in undoings.reversed() { await undo() } }
}
