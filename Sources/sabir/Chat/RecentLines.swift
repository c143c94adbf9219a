import SabirProtocol

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

    /// Of a line that is taken back, and of its corrections, nothing is quoted any more.
    ///
    /// - Returns: those lines.
    mutating func note(_ message: Message, own: Bool) -> [MessageID] {
        guard let id = message.retracts else {
            guard message.isTalk else { return [] }
            if lines.count == Self.capacity { lines.removeFirst() }
            lines.append((message, own))
            return []
        }
        let gone = [id] + lines.map(\.message).filter { $0.isOf(id) }.map(\.id)
        lines.removeAll { $0.message.isOf(id) }
        return gone
    }

    /// One's own line that is meant, by its first wording: 1 is the newest of those that are not `gone`.
    func own(back number: Int, without gone: Set<MessageID> = []) -> MessageID? {
        let own = lines.filter {
            $0.own && $0.message.revision == nil && $0.message.hasText && !gone.contains($0.message.id)
        }
        return number >= 1 && number <= own.count ? own[own.count - number].message.id : nil
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
