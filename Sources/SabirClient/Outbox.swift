import SabirProtocol

/// What its sender has said and the host has not yet acknowledged, in order. Bounded.
struct Outbox: Sendable {
    /// Drafts that may wait for their echo.
    static let capacity = 1_000
    /// Drafts sent and not yet echoed, at once.
    static let window = 32

    private struct Entry {
        let draft: Draft
        var isSent: Bool
    }

    private var entries: [Entry] = []

    var isFull: Bool { entries.count >= Self.capacity }
    var isEmpty: Bool { entries.isEmpty }
    var drafts: [Draft] { entries.map(\.draft) }

    /// Those that the host, or the node in its place, was given.
    var sent: [Draft] { entries.lazy.filter(\.isSent).map(\.draft) }

    /// A draft with its own id.
    mutating func add(_ draft: Draft) { entries.append(Entry(draft: draft, isSent: false)) }

    /// Whether it was waiting here.
    mutating func remove(_ id: MessageID) -> Bool {
        guard let index = entries.firstIndex(where: { $0.draft.id == id }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// The connection is gone: everything will be sent again, under the same ids.
    mutating func forgetSent() { for index in entries.indices { entries[index].isSent = false } }

    /// The host would not take it now; it is sent again later.
    mutating func postpone(_ id: MessageID) -> Bool {
        guard let index = entries.firstIndex(where: { $0.draft.id == id }) else { return false }
        entries[index].isSent = false
        return true
    }

    /// The drafts to send now, in order, as long as `mayGo` says yes; marked as sent.
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
