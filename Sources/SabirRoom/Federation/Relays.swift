import NIOCore
import SabirProtocol

/// The relays that carry a room on, and which of those to one side carries. Of several the first does; another takes
/// over when it is gone.
///
/// Two are on one side where the configuration gives both the same `side`. Of a relay without one, those are that it says
/// it hears on every network that it opens the room to: it stands by while one of them carries. Hearing is one-sided, as
/// who stands by is not announced.
struct Relays: Sendable {
    struct Relay: Sendable, Hashable {
        let number: MemberNumber
        let hello: RelayHello
        /// Whether it opens the room to its side; otherwise it stands by.
        var carries: Bool
        var progress = RelayProgress()
        /// Nodes that it hears on every one of its networks; nil before it has said.
        var hears: Set<String>?
        /// Until then it keeps its part, as a word of another may be on its way that makes a change needless.
        var settlesAt: NIODeadline?

        /// Whether it is known which side it is on.
        var isPlaced: Bool { hello.side != nil || hears != nil }
    }

    /// A relay's new part.
    struct Change: Sendable, Hashable {
        let number: MemberNumber
        let carries: Bool
    }

    /// Longer than an announcement takes to be heard; shorter than 5 s, within which a side has somebody again.
    static let patience = TimeAmount.seconds(3)

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

    subscript(number: MemberNumber) -> Relay? { all.first { $0.number == number } }

    /// The same relay over another connection keeps its part, unless it has another side now.
    mutating func came(_ number: MemberNumber, _ hello: RelayHello, named name: String? = nil) {
        let before = self[number]
        all.removeAll { $0.number == number }
        gone.removeAll { $0.number == number || $0.name == name }
        let keeps = before?.carries == true && before?.hello.side == hello.side
        let isFirst = hello.side != nil && !all.contains { $0.hello.side == hello.side && $0.carries }
        all.append(Relay(number: number, hello: hello, carries: keeps || isFirst))
    }

    /// Who is to carry in its place. Of those that heard it the first does at once; the others listen first whether they
    /// hear that one, too.
    mutating func left(_ number: MemberNumber, now: NIODeadline) -> [Change] {
        guard let gone = self[number] else { return [] }
        all.removeAll { $0.number == number }
        guard gone.carries else { return settle(now: now) }
        let heirs = all.indices.filter { all[$0].hears?.contains(gone.hello.node) == true && !isCovered($0) }
        for index in heirs { all[index].settlesAt = index == heirs.first ? nil : now + Self.patience }
        return settle(now: now)
    }

    /// `since`: milliseconds since 1970.
    mutating func remember(gone number: MemberNumber, named name: String, since: Int) {
        gone.append(Gone(number: number, name: name, since: since))
        if gone.count > Self.mostGone { gone.removeFirst() }
    }

    /// One that nobody waits for any more.
    mutating func forget(gone number: MemberNumber) { gone.removeAll { $0.number == number } }

    /// A relay without a configured side says whom it hears.
    mutating func heard(_ nodes: Set<String>, by number: MemberNumber, now: NIODeadline) -> [Change] {
        guard let index = all.firstIndex(where: { $0.number == number }) else { return [] }
        let isFirstWord = all[index].hears == nil
        all[index].hears = nodes
        // Where the host was away, the one that it hears may be about to come back.
        if isFirstWord, !all[index].carries, !nodes.allSatisfy(isHere) { all[index].settlesAt = now + Self.patience }
        return settle(now: now)
    }

    /// What has to change by now; to be asked after every event, and now and then.
    mutating func settle(now: NIODeadline) -> [Change] {
        all.indices.compactMap { standsBy($0, now) } + all.indices.compactMap { takesOver($0, now) }
    }

    /// Of two that carry to one side the later stands by at once; the earlier, should the later not hear it, after a
    /// while.
    private mutating func standsBy(_ index: Int, _ now: NIODeadline) -> Change? {
        guard all[index].carries, all[index].isPlaced else { return nil }
        guard let other = all.indices.first(where: { covers($0, index) }) else {
            all[index].settlesAt = nil
            return nil
        }
        if other > index {
            let settlesAt = all[index].settlesAt ?? now + Self.patience
            all[index].settlesAt = settlesAt
            guard now >= settlesAt else { return nil }
        }
        return change(index, to: false)
    }

    private mutating func takesOver(_ index: Int, _ now: NIODeadline) -> Change? {
        guard !all[index].carries, all[index].isPlaced else { return nil }
        guard !isCovered(index) else {
            all[index].settlesAt = nil
            return nil
        }
        if let settlesAt = all[index].settlesAt, now < settlesAt { return nil }
        return change(index, to: true)
    }

    private mutating func change(_ index: Int, to carries: Bool) -> Change {
        all[index].carries = carries
        all[index].settlesAt = nil
        return Change(number: all[index].number, carries: carries)
    }

    private func isCovered(_ index: Int) -> Bool { all.indices.contains { covers($0, index) } }

    /// Whether everybody to whom the other would open the room has it from this one.
    private func covers(_ index: Int, _ other: Int) -> Bool {
        guard index != other, all[index].carries else { return false }
        if let side = all[other].hello.side { return all[index].hello.side == side }
        return all[other].hears?.contains(all[index].hello.node) == true
    }

    private func isHere(_ node: String) -> Bool { all.contains { $0.hello.node == node } }

    /// Whether another relay gives these ids.
    func isTaken(_ space: Int, besides node: String) -> Bool {
        all.contains { $0.hello.space == space && $0.hello.node != node }
    }

    // MARK: How far they are

    mutating func stands(_ number: MemberNumber, _ standing: ReplicationStatus, newest: Int, now: NIODeadline) {
        guard let index = all.firstIndex(where: { $0.number == number }) else { return }
        all[index].progress.told(standing, newest: newest, now: now)
    }

    /// Once a second.
    mutating func tick(newest: Int, now: NIODeadline) {
        for index in all.indices { all[index].progress.tick(newest: newest, now: now) }
    }
}
