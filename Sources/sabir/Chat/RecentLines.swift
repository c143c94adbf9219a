import SabirWire

/// Which message a person means.
enum LineReference: Hashable {
    /// The newest of anybody else.
    case newest
    /// The newest of the member whose name begins so, in either letter case.
    case of(String)
    case id(MessageID)
}

/// The messages shown last, for commands about one of them and for sentences that quote it. Bounded.
struct RecentLines {
    static let capacity = 200

    private var lines: [(message: Message, own: Bool)] = []

    mutating func add(_ message: Message, own: Bool) {
        if lines.count == Self.capacity { lines.removeFirst() }
        lines.append((message, own))
    }

    mutating func forget() { lines = [] }

    /// Nil where it has scrolled out of reach.
    subscript(id: MessageID) -> Message? { lines.last { $0.message.id == id }?.message }

    /// The message meant, which is never one's own.
    func find(_ reference: LineReference) -> MessageID? {
        switch reference {
        case .id(let id): id
        case .newest: lines.last { !$0.own }?.message.id
        case .of(let name):
            lines.last { !$0.own && $0.message.from.lowercased().hasPrefix(name.lowercased()) }?.message.id
        }
    }
}
