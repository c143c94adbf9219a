import SabirProtocol

/// Whom staff have invited to talk with them alone. Pure.
///
/// It is this page's own knowledge: a room hears of the call for help and never of the invitation, so that nothing of it
/// can reach others there, other nodes, IRC, a screen on the wall or a history.
struct PrivateTalkState: Sendable {
    /// Who called: a member of a room.
    struct Asker: Hashable, Sendable {
        let room: String
        let member: MemberID
    }

    /// One call for help, or one line to staff; one that is made anew is another.
    struct Call: Hashable, Sendable {
        let asker: Asker
        let ts: Int
    }

    struct Invitation: Hashable, Sendable {
        enum State: String, Sendable {
            case open
            /// The visitor has been in.
            case taken
            /// The call came to its end before.
            case over
        }

        /// The room that was made for it.
        let room: String
        let roomName: String
        let asker: Asker
        let name: String
        /// Of the call, or the line to staff, that it answers.
        let ts: Int
        /// The one device that may enter, as it is in the room where it called.
        let key: VisitorList.Key
        var state = State.open

        var told: TalkTold { TalkTold(room: room, name: roomName, isIn: state == .taken) }
    }

    private(set) var invitations: [Invitation] = []
    /// For whom a room is being made.
    private var making: Set<Asker> = []

    var isEmpty: Bool { invitations.isEmpty }

    // MARK: Inviting

    enum Beginning: Sendable {
        case known(Invitation)
        /// Another of staff is about to.
        case busy
        case free
    }

    mutating func begin(_ asker: Asker, ts: Int) -> Beginning {
        if let known = invitation(of: asker, ts: ts) { return .known(known) }
        return making.insert(asker).inserted ? .free : .busy
    }

    /// Nil where no room could be made.
    mutating func finish(_ asker: Asker, _ invitation: Invitation?) {
        making.remove(asker)
        if let invitation { invitations.append(invitation) }
    }

    /// The invitation that a room was made for, however it stands.
    func invitation(to room: String) -> Invitation? { invitations.last { $0.room == room } }

    /// The latest of a member of a room that still holds.
    func invitation(of asker: Asker) -> Invitation? { invitations.last { $0.asker == asker && $0.state != .over } }

    /// The one that answers this very call, as long as it holds.
    func invitation(of asker: Asker, ts: Int) -> Invitation? {
        invitations.last { $0.asker == asker && $0.ts == ts && $0.state != .over }
    }

    /// True where it was not in before.
    mutating func markEntered(_ room: String) -> Bool {
        guard let index = invitations.firstIndex(where: { $0.room == room && $0.state == .open }) else { return false }
        invitations[index].state = .taken
        return true
    }

    // MARK: Ends

    /// Those on which something here rests, for `sweep`.
    var calls: Set<Call> {
        Set(invitations.filter { $0.state != .over }.map { Call(asker: $0.asker, ts: $0.ts) })
    }

    /// The invitations that have ended now. `known`: `calls` as it was before it was asked which of them are `standing`
    /// and which `rooms` the node has; what came later is not judged.
    mutating func sweep(known: Set<Call>, standing: Set<Call>, rooms: Set<String>) -> [Invitation] {
        var ended: [Invitation] = []
        for index in invitations.indices where invitations[index].state != .over {
            let one = invitations[index]
            let call = Call(asker: one.asker, ts: one.ts)
            guard known.contains(call) else { continue }
            if rooms.contains(one.room), one.state == .taken || standing.contains(call) { continue }
            invitations[index].state = .over
            ended.append(invitations[index])
        }
        // Of a room that is still there nobody else may make use.
        invitations.removeAll { $0.state == .over && !rooms.contains($0.room) }
        return ended
    }
}
