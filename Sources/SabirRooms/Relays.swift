import SabirWire

/// The relays that carry a room on, and which of those to one side carries. Of several the first does; another takes
/// over when it is gone.
struct Relays: Sendable {
    struct Relay: Sendable, Hashable {
        let number: MemberNumber
        let hello: RelayHello
        /// Whether it opens the room to its side; otherwise it stands by.
        var carries: Bool
    }

    /// In the order of their coming.
    private(set) var all: [Relay] = []

    var isEmpty: Bool { all.isEmpty }

    subscript(number: MemberNumber) -> Relay? { all.first { $0.number == number } }

    /// The same relay over another connection keeps its part, unless it has another side now.
    mutating func came(_ number: MemberNumber, _ hello: RelayHello) {
        let before = self[number]
        all.removeAll { $0.number == number }
        let keeps = before?.hello.side == hello.side && before?.carries == true
        let isFirst = !all.contains { $0.hello.side == hello.side && $0.carries }
        all.append(Relay(number: number, hello: hello, carries: keeps || isFirst))
    }

    /// Who is to carry in its place; nil where nobody can, or nothing changes.
    mutating func left(_ number: MemberNumber) -> MemberNumber? {
        guard let gone = self[number] else { return nil }
        all.removeAll { $0.number == number }
        guard gone.carries, let next = all.firstIndex(where: { $0.hello.side == gone.hello.side }) else { return nil }
        all[next].carries = true
        return all[next].number
    }

    /// Whether another relay gives these ids.
    func isTaken(_ space: Int, besides node: String) -> Bool {
        all.contains { $0.hello.space == space && $0.hello.node != node }
    }
}
