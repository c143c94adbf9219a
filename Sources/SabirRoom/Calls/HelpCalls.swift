import NIOCore
import SabirProtocol

/// The calls for help of a room, at most one for each member. Bounded by the rule of `DeskBook`; they hold no text.
/// Pure.
///
/// A call survives a restart of the host, and a new numbering of lines, where another node that carries the room has
/// it. A call that is done is remembered for a while, so that a late packet about it is not taken for a new call.
struct HelpCalls: Sendable {
    static let capacity = HelpList.most
    /// How long a call is kept after its caller has left: phones sleep.
    static let patience = TimeAmount.minutes(15)
    /// The first call within this time is always taken; further ones count as messages do.
    static let interval = TimeAmount.minutes(1)
    /// How often calls that stand are sent again to the other nodes of a stream.
    static let repeats = TimeAmount.seconds(5)

    struct Call: DeskEntry {
        var caller: MemberInfo
        /// The share that the call takes, fixed when it is made: a caller who has left still holds it.
        let holder: DeskHolder
        var about: MessageID?
        var contact: String
        /// The time by the clock of the caller's node, which names this call at every node.
        var ts: Int
        var since: NIODeadline
        var state: HelpCall.State
        /// The name of the staff member who is coming, as everybody is told; nil where that is not known.
        var by: String?
        /// For staff alone: `told` leaves the wish out.
        var wish: HelpCall.PrivateTalkRequest?
        /// Whether the room's authority elsewhere has not confirmed the call yet.
        var isUnconfirmed = false
        /// When the caller left; nil while the caller is in the room.
        var absentSince: NIODeadline?
        var doneAt: NIODeadline?

        var deskState: DeskState {
            switch state {
            case .open: .waits
            case .coming: .isAnswered
            case .done: .isOver
            }
        }

        /// `info`: the caller as a member now; nil where the caller has left.
        func told(as info: MemberInfo?, contact: String, now: NIODeadline) -> HelpCall {
            HelpCall(
                caller: info ?? caller, about: about, contact: contact.isEmpty ? self.contact : contact, ts: ts,
                age: max(0, Int((now - since).nanoseconds / 1_000_000)), state: state, by: by,
                isPresent: info != nil)
        }
    }

    private var book = DeskBook<Call>()
    /// Calls that gave way and that nobody was told of yet.
    private var evicted: [Call] = []
    /// When pending calls were last sent again.
    private var saidAgain: NIODeadline

    /// All calls, in the order in which they were made: at most `capacity` that stand, and as many that are over.
    private(set) var all: [Call] {
        get { book.entries }
        _modify { yield &book.entries }
    }

    init(now: NIODeadline = .uptimeNanoseconds(0)) { saidAgain = now }

    var isEmpty: Bool { all.isEmpty }
    /// Calls that wait for somebody, or to which somebody is coming.
    var pending: [Call] { all.filter { $0.state != .done } }
    /// As many calls as a list may name: all that stand, and the newest of those that are over.
    var listed: [Call] { all(without: all.count - HelpList.most) }

    subscript(member: MemberID) -> Call? { all.first { $0.caller.id == member } }

    /// Whether a call of this member now would be its first within `interval`.
    func isFirst(of member: MemberID, now: NIODeadline) -> Bool {
        self[member].map { now - $0.since >= Self.interval } ?? true
    }

    // MARK: What happens at this node

    /// Enters a member's call, first or renewed. Returns false, with nothing changed, where there is no place for the
    /// call.
    @discardableResult
    mutating func open(_ call: Call) -> Bool {
        var call = call
        // The time names the call, so it must grow even where the clock stands still or was put back.
        if let before = self[call.caller.id] { call.ts = max(call.ts, before.ts + 1) }
        return enter(call, now: call.since)
    }

    /// Removes and returns the calls that gave way: their callers and the other nodes are to be told.
    mutating func takeEvicted() -> [Call] {
        defer { evicted = [] }
        return evicted
    }

    /// Notes that somebody is coming, or that the call is done. Nil where that changes nothing.
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

    /// Notes what this call wishes for, as a node below says. Nil where that is nothing new.
    mutating func note(_ wish: HelpCall.PrivateTalkRequest, of member: MemberID, ts: Int) -> Call? {
        guard let index = all.firstIndex(where: { $0.caller.id == member && $0.ts == ts }), all[index].wish != wish,
            all[index].state != .done
        else { return nil }
        all[index].wish = wish
        return all[index]
    }

    /// Ends the calls whose callers have not come back, and forgets those done long ago. Returns the ended ones.
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

    /// Ends every call: the room closes.
    mutating func endAll() -> [Call] {
        defer { all = [] }
        return pending.map {
            var call = $0
            call.state = .done
            return call
        }
    }

    /// The calls due to be sent again to nodes that were not there when they were made.
    mutating func dueAgain(now: NIODeadline) -> [Call] {
        guard now - saidAgain >= Self.repeats else { return [] }
        saidAgain = now
        return pending
    }

    // MARK: What other nodes tell

    mutating func setRelaysAbove(_ relays: Int) { book.relaysAbove = relays }

    /// Takes another node's word on a call. Nil where that is nothing new, or there is no place for the call. `relay`:
    /// the relay below that says so. `isUnconfirmed`: whether the room's own authority has yet to be told.
    mutating func merge(
        _ told: HelpCall, over relay: MemberNumber? = nil, isUnconfirmed: Bool = false, now: NIODeadline
    ) -> Call? {
        guard let index = all.firstIndex(where: { $0.caller.id == told.caller.id }) else {
            guard told.state != .done else { return nil }
            return enter(told, relay, isUnconfirmed, now)
        }
        let known = all[index]
        guard told.ts != known.ts else {
            // The authority has answered with this node's state of the call, or a later one.
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

    /// Compares the calls with the authority's list. A call of this side that the list lacks is unknown to the
    /// authority or forgotten there: it is marked unconfirmed, to be told again. Other calls that the list lacks have
    /// ended.
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
        // Only now, as calls that have ended leave their places to the list's.
        changed += list.calls.compactMap { merge($0, now: now) }
        return (changed, toTell)
    }

    /// Unconfirmed calls, those that are over first: they free places for the others at the authority too.
    var unconfirmed: [Call] {
        let unconfirmed = all.filter(\.isUnconfirmed)
        return unconfirmed.filter { $0.state == .done } + unconfirmed.filter { $0.state != .done }
    }

    // MARK: Bounds

    /// Replaces the member's earlier call. Returns false, with nothing changed, where there is no place for the call.
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

    /// Ends a call that gave way. The ended call is remembered, also for an authority that is out of reach at present.
    private mutating func end(_ call: Call, now: NIODeadline) {
        var call = call
        (call.state, call.doneAt, call.isUnconfirmed) = (.done, now, true)
        all.append(call)
        evicted.append(call)
    }

    /// All calls without the oldest `surplus` of those that are over.
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
    private var order: Int { Self.allCases.firstIndex(of: self)! }  // all cases include this one

    package static func < (one: Self, other: Self) -> Bool { one.order < other.order }
}
