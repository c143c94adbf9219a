import SabirProtocol

/// Owns the private talks. They end with the node, as their rooms do.
actor PrivateTalks {
    private var book = PrivateTalkState()

    /// The invitation that answers a call, as sent to staff; nil if there is none.
    func invitation(on call: HelpCall, in room: String) -> TalkTold? {
        book.invitation(of: PrivateTalkState.Asker(room: call.room?.id ?? room, member: call.caller.id), ts: call.ts)?
            .told
    }

    /// The invitation that answers a line to staff; nil if there is none.
    func invitation(of asker: PrivateTalkState.Asker, ts: Int) -> TalkTold? {
        book.invitation(of: asker, ts: ts)?.told
    }

    func begin(_ asker: PrivateTalkState.Asker, ts: Int) -> PrivateTalkState.Beginning { book.begin(asker, ts: ts) }

    func finish(_ asker: PrivateTalkState.Asker, _ invitation: PrivateTalkState.Invitation? = nil) {
        book.finish(asker, invitation)
    }

    func invitation(to room: String) -> PrivateTalkState.Invitation? { book.invitation(to: room) }

    func invitation(of asker: PrivateTalkState.Asker) -> PrivateTalkState.Invitation? { book.invitation(of: asker) }

    /// Marks the invited visitor as entered; returns whether it was not before.
    func markEntered(_ room: String) -> Bool { book.markEntered(room) }

    /// Ends invitations whose call or room is gone; returns them.
    func sweep(_ services: any WebNodeServices) async -> [PrivateTalkState.Invitation] {
        guard !book.isEmpty else { return [] }
        let known = book.calls
        let rooms = await services.rooms()
        var standing: Set<PrivateTalkState.Call> = []
        for call in known {
            guard let room = rooms.first(where: { $0.id == call.asker.room }) else { continue }
            let found = await room.help(of: call.asker.member)
            let isCalling = found.map { $0.state != .done && $0.ts == call.ts } ?? false
            let isWaiting = await room.lineToStaff(of: call.asker.member, at: call.ts) != nil
            if isCalling || isWaiting { standing.insert(call) }
        }
        return book.sweep(known: known, standing: standing, rooms: Set(rooms.map(\.id)))
    }
}
