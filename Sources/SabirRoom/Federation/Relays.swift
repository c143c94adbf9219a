import NIOCore
import SabirProtocol

/// The relays that follow a room. Relays with the same configured `side` form one side: the first to arrive carries the
/// room there, and the next takes over when that one leaves. A relay without a `side` always carries.
struct Relays: Sendable {
    struct Relay: Sendable, Hashable {
        let number: MemberNumber
        let hello: RelayHello
        /// Whether the relay opens the room to its side; otherwise it stands by.
        var carries: Bool
        var progress = RelayProgress()
    }

    /// How many relays that left are remembered; the oldest departure is forgotten first.
    static let mostGone = 30

    /// In order of arrival.
    private(set) var all: [Relay] = []
    /// Those that have left.
    private(set) var gone: [RelayStatus] = []

    subscript(number: MemberNumber) -> Relay? { all.first { $0.number == number } }

    /// Adds a relay; one that comes back over another connection keeps its part. Returns the relay that now carries on
    /// the side that this one has left for another, if any.
    mutating func add(_ number: MemberNumber, _ hello: RelayHello, named name: String? = nil) -> MemberNumber? {
        let before = self[number]
        all.removeAll { $0.number == number }
        gone.removeAll { $0.member == number.id || $0.name == name }
        let keeps = before?.carries == true && before?.hello.side == hello.side
        all.append(Relay(number: number, hello: hello, carries: keeps || !isCarried(hello.side)))
        guard !keeps, let before else { return nil }
        return replace(before)
    }

    /// Removes a relay. Returns the one that carries in its place.
    mutating func remove(_ number: MemberNumber) -> MemberNumber? {
        guard let gone = self[number] else { return nil }
        all.removeAll { $0.number == number }
        return replace(gone)
    }

    /// `since`: milliseconds since 1970.
    mutating func remember(gone number: MemberNumber, named name: String, since: Int) {
        gone.append(RelayStatus(member: number.id, name: name, up: false, since: since))
        if gone.count > Self.mostGone { gone.removeFirst() }
    }

    /// Forgets a relay that left and that nobody waits for any more.
    mutating func forget(gone number: MemberNumber) { gone.removeAll { $0.member == number.id } }

    private mutating func replace(_ gone: Relay) -> MemberNumber? {
        guard gone.carries, let side = gone.hello.side, !isCarried(side),
            let successor = all.firstIndex(where: { $0.hello.side == side })
        else { return nil }
        all[successor].carries = true
        return all[successor].number
    }

    private func isCarried(_ side: String?) -> Bool {
        side != nil && all.contains { $0.hello.side == side && $0.carries }
    }

    /// Whether another relay gives member ids of this space.
    func isTaken(_ space: Int, besides node: String) -> Bool {
        all.contains { $0.hello.space == space && $0.hello.node != node }
    }

    // MARK: Progress

    mutating func setProgress(of number: MemberNumber, _ status: ReplicationStatus, newest: Int, now: NIODeadline) {
        guard let index = all.firstIndex(where: { $0.number == number }) else { return }
        all[index].progress.update(status, newest: newest, now: now)
    }

    /// Updates every relay's progress; called once a second.
    mutating func tick(newest: Int, now: NIODeadline) {
        for index in all.indices { all[index].progress.tick(newest: newest, now: now) }
    }
}
