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
        let judged = invitations.filter { $0.state != .over }
        let rooms = await services.rooms()
        var standing: Set<String> = []
        for one in judged {
            guard let room = rooms.first(where: { $0.id == one.asker.room }) else { continue }
            let call = await room.help(of: one.asker.member)
            // A later call by the same member is another one.
            let isCalling = call.map { $0.state != .done && $0.ts == one.ts } ?? false
            let isWaiting = await room.lineToStaff(of: one.asker.member, at: one.ts) != nil
            if isCalling || isWaiting { standing.insert(one.room) }
        }
        return sweep(judged: Set(judged.map(\.room)), standing: standing, rooms: Set(rooms.map(\.id)))
    }

    /// Ends invitations whose call or room is gone; returns them. `judged`: the talks whose calls the caller has looked
    /// at, `standing`: those of them whose call stands; `rooms`: the rooms that exist.
    func sweep(judged: Set<String>, standing: Set<String>, rooms: Set<String>) -> [Invitation] {
        var ended: [Invitation] = []
        for (index, one) in invitations.enumerated() where one.state != .over && judged.contains(one.room) {
            if rooms.contains(one.room), one.state == .taken || standing.contains(one.room) { continue }
            invitations[index].state = .over
            ended.append(invitations[index])
        }
        // An ended invitation is kept while its room exists, so that nobody else can use the room.
        invitations.removeAll { $0.state == .over && !rooms.contains($0.room) }
        return ended
    }
}
