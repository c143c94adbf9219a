import SabirProtocol

/// Drafts of a guest that the host has not acknowledged yet, in order. Bounded.
struct Outbox: Sendable {
    /// Drafts that may wait for their echo.
    static let capacity = 1_000
    /// Drafts that may be sent and not echoed at the same time.
    static let window = 32

    private struct Entry {
        let draft: Draft
        var isSent: Bool
    }

    private var entries: [Entry] = []

    var isFull: Bool { entries.count >= Self.capacity }
    var isEmpty: Bool { entries.isEmpty }
    var drafts: [Draft] { entries.map(\.draft) }

    /// Drafts that were sent on the current connection, to the host or to the relay in its place.
    var sent: [Draft] { entries.lazy.filter(\.isSent).map(\.draft) }

    /// Adds a draft, which must have an id.
    mutating func add(_ draft: Draft) { entries.append(Entry(draft: draft, isSent: false)) }

    /// Whether the draft was waiting.
    mutating func remove(_ id: MessageID) -> Bool {
        guard let index = entries.firstIndex(where: { $0.draft.id == id }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Marks all drafts as unsent after a lost connection: they are sent again under the same ids.
    mutating func forgetSent() { for index in entries.indices { entries[index].isSent = false } }

    /// Marks a draft as unsent that the host refused for now. False if it is not waiting.
    mutating func postpone(_ id: MessageID) -> Bool {
        guard let index = entries.firstIndex(where: { $0.draft.id == id }) else { return false }
        entries[index].isSent = false
        return true
    }

    /// The drafts to send now, in order, as long as `mayGo` returns true; marks them as sent.
    mutating func due(_ mayGo: () -> Bool = { true }) -> [Draft] {
        var free = Self.window - entries.count(where: \.isSent)
        var due: [Draft] = []
        for index in entries.indices where free > 0 && !entries[index].isSent {
            guard mayGo() else { break }
            entries[index].isSent = true
            due.append(entries[index].draft)
            free -= 1
        }
        return due
    }
}
