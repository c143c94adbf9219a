import NIOCore
import SabirWire

/// The relays that carry a room on, and which of those to one side carries. Of several the first does; another takes
/// over when it is gone.
struct Relays: Sendable {
    struct Relay: Sendable, Hashable {
        let number: MemberNumber
        let hello: RelayHello
        /// Whether it opens the room to its side; otherwise it stands by.
        var carries: Bool
        var progress = RelayProgress()
    }

    /// One that was here and is not any more.
    struct Gone: Sendable, Hashable {
        let number: MemberNumber
        let name: String
        /// Milliseconds since 1970 by this node's clock.
        let since: Int
    }

    /// Those that are gone and are remembered; the ones that left first are forgotten first.
    static let mostGone = 30

    /// In the order of their coming.
    private(set) var all: [Relay] = []
    private(set) var gone: [Gone] = []

    var isEmpty: Bool { all.isEmpty }

    subscript(number: MemberNumber) -> Relay? { all.first { $0.number == number } }

    /// The same relay over another connection keeps its part, unless it has another side now.
    mutating func came(_ number: MemberNumber, _ hello: RelayHello, named name: String? = nil) {
        let before = self[number]
        all.removeAll { $0.number == number }
        gone.removeAll { $0.number == number || $0.name == name }
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

    /// `since`: milliseconds since 1970.
    mutating func remember(gone number: MemberNumber, named name: String, since: Int) {
        gone.append(Gone(number: number, name: name, since: since))
        if gone.count > Self.mostGone { gone.removeFirst() }
    }

    /// Whether another relay gives these ids.
    func isTaken(_ space: Int, besides node: String) -> Bool {
        all.contains { $0.hello.space == space && $0.hello.node != node }
    }

    // MARK: How far they are

    mutating func stands(_ number: MemberNumber, _ standing: Standing, newest: Int, now: NIODeadline) {
        guard let index = all.firstIndex(where: { $0.number == number }) else { return }
        all[index].progress.told(standing, newest: newest, now: now)
    }

    /// Once a second.
    mutating func tick(newest: Int, now: NIODeadline) {
        for index in all.indices { all[index].progress.tick(newest: newest, now: now) }
    }
}
