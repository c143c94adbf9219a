import SabirProtocol

/// Drafts of a guest that the host has not acknowledged yet, in order. Bounded.
struct Outbox: Sendable {
    /// Drafts that may wait for their echo.
    static let capacity = 1_000
    /// Drafts that may be sent and not echoed at the same time.
    static let window = 32

    private struct WaitingDraft {
        let draft: Draft
        var isSent: Bool
    }

    private var waiting: [WaitingDraft] = []

    var isFull: Bool { waiting.count >= Self.capacity }
    var isEmpty: Bool { waiting.isEmpty }
    var drafts: [Draft] { waiting.map(\.draft) }

    /// Drafts that were sent on the current connection, to the host or to the relay in its place.
    var sent: [Draft] { waiting.lazy.filter(\.isSent).map(\.draft) }

    /// Adds a draft, which must have an id.
    mutating func add(_ draft: Draft) { waiting.append(WaitingDraft(draft: draft, isSent: false)) }

    /// Whether the draft was waiting.
    mutating func remove(_ id: MessageID) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.draft.id == id }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Marks all drafts as unsent after a lost connection: they are sent again under the same ids.
    mutating func markAllUnsent() { for index in waiting.indices { waiting[index].isSent = false } }

    /// Marks a draft as unsent that the host refused for now. False if it is not waiting.
    mutating func postpone(_ id: MessageID) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.draft.id == id }) else { return false }
        waiting[index].isSent = false
        return true
    }

    /// The drafts to send now, in order, as long as `mayGo` returns true; marks them as sent.
    mutating func takeDue(_ mayGo: () -> Bool = { true }) -> [Draft] {
        var free = Self.window - waiting.count(where: \.isSent)
        var due: [Draft] = []
        for index in waiting.indices where free > 0 && !waiting[index].isSent {
            guard mayGo() else { break }
            waiting[index].isSent = true
            due.append(waiting[index].draft)
            free -= 1
        }
        return due
    }
}
