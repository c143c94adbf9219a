import SabirProtocol

/// Refers to a message by what a person typed.
enum LineReference: Hashable {
    /// The newest message of anybody else.
    case newest
    /// The newest message of the member whose name begins so, ignoring case.
    case of(String)
    case id(MessageID)
}

/// The messages shown last, for commands that refer to one and for sentences that quote one. Bounded.
struct RecentLines {
    static let capacity = 200

    private var lines: [(message: Message, own: Bool)] = []

    /// Adds a message. A retraction removes the retracted line and its corrections, so that they are no longer quoted.
    ///
    /// - Returns: the removed lines.
    mutating func add(_ message: Message, own: Bool) -> [MessageID] {
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

    /// This person's own line by number, 1 being the newest that is not `gone`; returns the id of its first wording.
    func own(back number: Int, without gone: Set<MessageID> = []) -> MessageID? {
        let own = lines.filter {
            $0.own && $0.message.revision == nil && $0.message.hasText && !gone.contains($0.message.id)
        }
        return number >= 1 && number <= own.count ? own[own.count - number].message.id : nil
    }

    mutating func removeAll() { lines = [] }

    /// Nil once the message is no longer remembered.
    subscript(id: MessageID) -> Message? { lines.last { $0.message.id == id }?.message }

    /// The message referred to, which is never one's own.
    func find(_ reference: LineReference) -> MessageID? {
        switch reference {
        case .id(let id): id
        case .newest: lines.last { !$0.own }?.message.id
        case .of(let name):
            lines.last { !$0.own && $0.message.from.lowercased().hasPrefix(name.lowercased()) }?.message.id
        }
    }
}
