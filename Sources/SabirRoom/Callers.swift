/// Callers in this process that wait for an answer, by the subject of the answer. Each is answered once. Pure: a caller
/// is a ticket.
struct Callers<Key: Hashable & Sendable>: Sendable {
    private var waiting: [Key: [Ticket]] = [:]

    func isAwaited(_ key: Key) -> Bool { waiting[key] != nil }

    mutating func add(_ caller: Ticket, for key: Key) { waiting[key, default: []].append(caller) }

    /// Removes and returns the callers that wait for `key`; empty where nobody does.
    mutating func take(_ key: Key) -> [Ticket] {
        waiting.isEmpty ? [] : waiting.removeValue(forKey: key) ?? []
    }

    /// Removes and returns all callers, in the order in which they began to wait.
    mutating func takeAll() -> [(key: Key, caller: Ticket)] {
        defer { waiting = [:] }
        return waiting.flatMap { key, callers in callers.map { (key, $0) } }
            .sorted { $0.caller.number < $1.caller.number }
    }
}
