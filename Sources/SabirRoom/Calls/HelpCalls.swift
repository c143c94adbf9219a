import NIOCore
import SabirProtocol

/// The calls for help of a room, one a member. Bounded by the rule of `DeskBook`; they hold no text. Pure.
///
/// A call outlives a restart of the host where a node that carries the room has it, and a new numbering of lines. One that
/// is done is known for a while, so that a word from before is not taken for a new call.
struct HelpCalls: Sendable {
    static let capacity = HelpList.most
    /// How long a call is kept of somebody who is no longer in: phones sleep.
    static let patience = TimeAmount.minutes(15)
    /// A first call is never too much; more often than this it counts as a message does.
    static let interval = TimeAmount.minutes(1)
    /// How often calls that stand are said again to the other nodes of a stream.
    static let repeats = TimeAmount.seconds(5)

    struct Call: DeskEntry {
        var caller: MemberInfo
        /// As it was when it called: who has left since holds its call still.
        let holder: DeskHolder
        var about: MessageID?
        var contact: String
        /// That of the caller's node, which all nodes know this call by.
        var ts: Int
        var since: NIODeadline
        var state: HelpCall.State
        /// Who of staff is coming, as everybody is told; nil where that is not known.
        var by: String?
        /// For staff alone: `told` leaves it out.
        var wish: HelpCall.PrivateTalkRequest?
        /// The room's authority, elsewhere, has not been heard to know it.
        var isUnconfirmed = false
        /// Since when its caller is not in.
        var absentSince: NIODeadline?
        var doneAt: NIODeadline?

        var deskState: DeskState {
            switch state {
            case .open: .waits
            case .coming: .isAnswered
            case .done: .isOver
            }
        }

        /// `info`: the caller as it is in the room now; nil where it is not in.
        func told(as info: MemberInfo?, contact: String, now: NIODeadline) -> HelpCall {
            HelpCall(
                caller: info ?? caller, about: about, contact: contact.isEmpty ? self.contact : contact, ts: ts,
                age: max(0, Int((now - since).nanoseconds / 1_000_000)), state: state, by: by,
                isPresent: info != nil)
        }
    }

    private var book = DeskBook<Call>()
    /// Those that gave way and that nobody was told of yet.
    private var evicted: [Call] = []
    /// When they were said again last.
    private var saidAgain: NIODeadline

    /// In the order in which they were made; of those that are over at most `capacity`, beside as many that stand.
    private(set) var all: [Call] {
        get { book.entries }
        _modify { yield &book.entries }
    }

    init(now: NIODeadline = .uptimeNanoseconds(0)) { saidAgain = now }

    var isEmpty: Bool { all.isEmpty }
    /// Those that wait for somebody, or to whom somebody is coming.
    var pending: [Call] { all.filter { $0.state != .done } }
    /// As many as a list names: all that stand, and of those that are over the newest.
    var listed: [Call] { all(without: all.count - HelpList.most) }

    subscript(member: MemberID) -> Call? { all.first { $0.caller.id == member } }

    /// Whether a call of this member is its first in a while.
    func isFirst(of member: MemberID, now: NIODeadline) -> Bool {
        self[member].map { now - $0.since >= Self.interval } ?? true
    }

    // MARK: What happens at this node

    /// A member calls, or calls again. False where there is no place for it, and nothing has changed.
    @discardableResult
    mutating func open(_ call: Call) -> Bool {
        var call = call
        // By its time a call is known: the clock may stand still, or have been put back.
        if let before = self[call.caller.id] { call.ts = max(call.ts, before.ts + 1) }
        return enter(call, now: call.since)
    }

    /// Those that gave way since this was last asked: their callers are to be told, and the other nodes.
    mutating func takeEvicted() -> [Call] {
        defer { evicted = [] }
        return evicted
    }

    /// Somebody is coming, or the call has come to its end. Nil where that changes nothing.
    mutating func answer(
        _ member: MemberID, _ state: HelpCall.State, by name: String? = nil, isUnconfirmed: Bool, now: NIODeadline
    ) -> Call? {
        guard let index = all.firstIndex(where: { $0.caller.id == member }), all[index].state < state else {
            return nil
        }
        all[index].state = state
        all[index].by = name ?? all[index].by
        all[index].isUnconfirmed = isUnconfirmed
        if state == .done { all[index].doneAt = now }
        return all[index]
    }

    /// A node below says what this very call wishes for. Nil where that is nothing new.
    mutating func note(_ wish: HelpCall.PrivateTalkRequest, of member: MemberID, ts: Int) -> Call? {
        guard let index = all.firstIndex(where: { $0.caller.id == member && $0.ts == ts }), all[index].wish != wish,
            all[index].state != .done
        else { return nil }
        all[index].wish = wish
        return all[index]
    }

    /// Looks who is in; the calls that end as their callers have not come back, and lets go of those done long ago.
    mutating func expire(now: NIODeadline, isIn: (MemberID) -> Bool) -> [Call] {
        var ended: [Call] = []
        for index in all.indices {
            all[index].absentSince = isIn(all[index].caller.id) ? nil : all[index].absentSince ?? now
            guard all[index].state != .done, let since = all[index].absentSince, now - since >= Self.patience else {
                continue
            }
            all[index].state = .done
            all[index].doneAt = now
            ended.append(all[index])
        }
        all.removeAll { $0.doneAt.map { now - $0 >= Self.patience } ?? false }
        return ended
    }

    /// The room closes: every call is over.
    mutating func endAll() -> [Call] {
        defer { all = [] }
        return pending.map {
            var call = $0
            call.state = .done
            return call
        }
    }

    /// Those to be said again by now to nodes that were not there when they were made.
    mutating func dueAgain(now: NIODeadline) -> [Call] {
        guard now - saidAgain >= Self.repeats else { return [] }
        saidAgain = now
        return pending
    }

    // MARK: What other nodes tell

    mutating func setRelaysAbove(_ relays: Int) { book.relaysAbove = relays }

    /// Nil where it is nothing new, or there is no place for it. `relay`: over which it comes, from below.
    /// `isUnconfirmed`: whether it has yet to be told to this room's own authority.
    mutating func merge(
        _ told: HelpCall, over relay: MemberNumber? = nil, isUnconfirmed: Bool = false, now: NIODeadline
    ) -> Call? {
        guard let index = all.firstIndex(where: { $0.caller.id == told.caller.id }) else {
            guard told.state != .done else { return nil }
            return enter(told, relay, isUnconfirmed, now)
        }
        let known = all[index]
        guard told.ts != known.ts else {
            // What this node has told comes back, or is further on.
            if !isUnconfirmed, told.state >= known.state { all[index].isUnconfirmed = false }
            return answer(told.caller.id, told.state, by: told.by, isUnconfirmed: isUnconfirmed, now: now)
        }
        guard told.ts > known.ts else { return nil }
        guard told.state != .done else {
            return answer(told.caller.id, .done, isUnconfirmed: isUnconfirmed, now: now)
        }
        return enter(told, relay, isUnconfirmed, now)
    }

    private mutating func enter(
        _ told: HelpCall, _ relay: MemberNumber?, _ isUnconfirmed: Bool, _ now: NIODeadline
    ) -> Call? {
        let age = min(max(0, told.age), Int(Self.patience.nanoseconds / 1_000_000) * 8)
        let caller = told.caller.id
        let call = Call(
            caller: told.caller, holder: relay.map { .behind($0, caller) } ?? .elsewhere(caller), about: told.about,
            contact: told.contact, ts: told.ts, since: now - .milliseconds(Int64(age)), state: told.state, by: told.by,
            isUnconfirmed: isUnconfirmed)
        return enter(call, now: now) ? call : nil
    }

    /// The authority's list leaves out what it has never heard of, or has forgotten: calls of this side are to be told to
    /// it again, and are marked so; the others have come to their end.
    mutating func reconcile(
        with list: HelpList, isOfThisSide: (MemberID) -> Bool, now: NIODeadline
    ) -> (changed: [Call], toTell: [Call]) {
        var changed: [Call] = []
        let named = Set(list.calls.map(\.caller.id))
        var toTell: [Call] = []
        for call in pending where !named.contains(call.caller.id) {
            if call.isUnconfirmed || isOfThisSide(call.caller.id) {
                if let index = all.firstIndex(where: { $0.caller.id == call.caller.id }) {
                    all[index].isUnconfirmed = true
                }
                toTell.append(call)
            } else if let ended = answer(call.caller.id, .done, isUnconfirmed: false, now: now) {
                changed.append(ended)
            }
        }
        // Behind those that are over, which leave their places to them.
        changed += list.calls.compactMap { merge($0, now: now) }
        return (changed, toTell)
    }

    /// What is over first: it leaves its place to the others there too.
    var unconfirmed: [Call] {
        let unconfirmed = all.filter(\.isUnconfirmed)
        return unconfirmed.filter { $0.state == .done } + unconfirmed.filter { $0.state != .done }
    }

    // MARK: Bounds

    /// In place of the same member's call before. False where there is no place for it, and nothing has changed.
    private mutating func enter(_ call: Call, now: NIODeadline) -> Bool {
        let before = book
        all.removeAll { $0.caller.id == call.caller.id }
        guard case .entered(let gone) = book.enter(call) else {
            book = before
            return false
        }
        if let gone { end(gone, now: now) }
        all = all(without: all.count { $0.state == .done } - Self.capacity)
        return true
    }

    /// What gave way is over: it is known for a while as such, also to an authority that is out of reach at present.
    private mutating func end(_ call: Call, now: NIODeadline) {
        var call = call
        (call.state, call.doneAt, call.isUnconfirmed) = (.done, now, true)
        all.append(call)
        evicted.append(call)
    }

    /// All of them but so many of those that are over, the oldest first.
    private func all(without surplus: Int) -> [Call] {
        var surplus = surplus
        return all.filter { call in
            guard surplus > 0, call.state == .done else { return true }
            surplus -= 1
            return false
        }
    }
}

extension HelpCall.State: Comparable {
    private var order: Int {
        switch self {
        case .open: 0
        case .coming: 1
        case .done: 2
        }
    }

    package static func < (one: Self, other: Self) -> Bool { one.order < other.order }
}
