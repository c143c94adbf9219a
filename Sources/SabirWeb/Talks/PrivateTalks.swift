import SabirProtocol

/// Owns the invitations of staff to private talks. They end with the node, as the rooms of the talks do.
///
/// Only this page knows them: a room hears of the call for help but not of the invitation, so that nothing of it can
/// reach other members, nodes, IRC, screens or the history.
actor PrivateTalks {
    /// The member of a room who called or wrote.
    struct Asker: Hashable, Sendable {
        let room: String
        let member: MemberID
    }

    /// A call for help, or a line to staff; a later one by the same member is another call.
    struct Call: Hashable, Sendable {
        let asker: Asker
        let ts: Int
    }

    struct Invitation: Hashable, Sendable {
        enum State: String, Sendable {
            case open
            /// The visitor has entered the talk.
            case taken
            /// The call ended before the visitor entered.
            case over
        }

        /// The room made for the talk.
        let room: String
        let roomName: String
        let asker: Asker
        let name: String
        /// The time of the call, or line to staff, that the invitation answers.
        let ts: Int
        /// The device that may enter, as known in the room of its call.
        let key: VisitorList.Key
        var state = State.open

        var told: TalkTold { TalkTold(room: room, name: roomName, isIn: state == .taken) }
    }

    private var invitations: [Invitation] = []
    /// The callers for whom a room is being made.
    private var making: Set<Asker> = []

    // MARK: Inviting

    enum Beginning: Sendable {
        case known(Invitation)
        /// Another staff member is making a room for this caller.
        case busy
        case free
    }

    func begin(_ asker: Asker, ts: Int) -> Beginning {
        if let known = invitation(of: asker, ts: ts) { return .known(known) }
        return making.insert(asker).inserted ? .free : .busy
    }

    /// Finishes an invitation; nil if no room could be made.
    func finish(_ asker: Asker, _ invitation: Invitation? = nil) {
        making.remove(asker)
        if let invitation { invitations.append(invitation) }
    }

    /// The invitation to a room, whatever its state.
    func invitation(to room: String) -> Invitation? { invitations.last { $0.room == room } }

    /// The newest invitation of a member that is not over.
    func invitation(of asker: Asker) -> Invitation? { invitations.last { $0.asker == asker && $0.state != .over } }

    /// The invitation that answers this call, unless it is over.
    func invitation(of asker: Asker, ts: Int) -> Invitation? {
        invitations.last { $0.asker == asker && $0.ts == ts && $0.state != .over }
    }

    /// The invitation that answers a call, as sent to staff.
    func invitation(on call: HelpCall, in room: String) -> TalkTold? {
        invitation(of: Asker(room: call.room?.id ?? room, member: call.caller.id), ts: call.ts)?.told
    }

    /// Marks the invited visitor as entered; returns whether it was not before.
    func markEntered(_ room: String) -> Bool {
        guard let index = invitations.firstIndex(where: { $0.room == room && $0.state == .open }) else { return false }
        invitations[index].state = .taken
        return true
    }

    // MARK: Ends

    /// Ends invitations whose call or room is gone; returns them.
    func sweep(_ services: any WebNodeServices) async -> [Invitation] {
        guard !invitations.isEmpty else { return [] }
        let known = calls
        let rooms = await services.rooms()
        var standing: Set<Call> = []
        for call in known {
            guard let room = rooms.first(where: { $0.id == call.asker.room }) else { continue }
            let found = await room.help(of: call.asker.member)
            let isCalling = found.map { $0.state != .done && $0.ts == call.ts } ?? false
            let isWaiting = await room.lineToStaff(of: call.asker.member, at: call.ts) != nil
            if isCalling || isWaiting { standing.insert(call) }
        }
        return sweep(known: known, standing: standing, rooms: Set(rooms.map(\.id)))
    }

    /// The calls that invitations answer.
    var calls: Set<Call> {
        Set(invitations.filter { $0.state != .over }.map { Call(asker: $0.asker, ts: $0.ts) })
    }

    /// Ends invitations whose call or room is gone; returns them. `known`: `calls` as they were before the caller read
    /// which of them are `standing` and which `rooms` exist; later calls are not judged.
    func sweep(known: Set<Call>, standing: Set<Call>, rooms: Set<String>) -> [Invitation] {
        var ended: [Invitation] = []
        for index in invitations.indices where invitations[index].state != .over {
            let one = invitations[index]
            let call = Call(asker: one.asker, ts: one.ts)
            guard known.contains(call) else { continue }
            if rooms.contains(one.room), one.state == .taken || standing.contains(call) { continue }
            invitations[index].state = .over
            ended.append(invitations[index])
        }
        // An ended invitation is kept while its room exists, so that nobody else can use the room.
        invitations.removeAll { $0.state == .over && !rooms.contains($0.room) }
        return ended
    }
}
