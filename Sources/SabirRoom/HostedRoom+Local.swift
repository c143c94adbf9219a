import NIOCore
import SabirProtocol

/// Members in the node's own process, such as those of the page. They are members like all others, without a
/// connection: what everybody is told goes once to each listener, and no keepalive checks them.
extension HostedRoom {
    /// How a member in this process came in.
    package struct Entry: Hashable, Sendable {
        package let seat: Seat
        package var info: MemberInfo
        package let epoch: String
        /// Number of the newest message when the member came in.
        package let seq: Int
        /// Number of the first message that the member may see.
        package let firstVisibleSeq: Int
    }

    /// Lets a member in. A device that is in already keeps its member and loses its earlier seat. `hello.room` is
    /// ignored, and `hello.resume` only decides what the member may see. Throws `room-full`, `locked`, `banned` or
    /// `closing`. `address`: where the visitor comes from, for bans. `role`: staff or interpreter; `person`: their name
    /// in the staff list. `comesWithStaff`: lets a visitor into a locked room.
    package func enter(
        _ hello: Hello, address: String, role: MemberRole? = nil, person: String? = nil, comesWithStaff: Bool = false
    ) throws(WireFault) -> Entry {
        if let hidden { throw hidden }
        return try turn { room throws(WireFault) in
            let joinContext = JoinContext(
                address: address, role: role, person: person, comesWithStaff: comesWithStaff, isLocal: true,
                isAtPage: hello.client == Hello.page, author: room.author(of: hello), token: room.token(of: hello),
                features: hello.features)
            return try room.enter(hello, as: joinContext)
        }
    }

    /// Like `enter`, for the page: a device that is in keeps its seat and continues with the name and language given
    /// now. A member who is in and now comes without a `role` stops being staff or interpreter; a `role` given now does
    /// not make a member staff who is in already.
    package func enterOrStay(
        _ hello: Hello, address: String, role: MemberRole?, person: String?, comesWithStaff: Bool
    ) async throws(WireFault) -> Entry {
        guard let seat = reading({ $0.localSeat(of: hello) }) else {
            return try enter(hello, address: address, role: role, person: person, comesWithStaff: comesWithStaff)
        }
        if role == nil { endStaff(on: seat) }
        try await change(Profile(name: hello.name, lang: hello.lang), from: seat)
        guard let entry = entry(on: seat) else { throw WireFault.noLongerIn }
        return entry
    }

    /// Handles a packet and returns what this member alone is answered. An accepted message or call is told to
    /// everybody and also returned as its acknowledgement; answers of the engine come later, as news. On a seat that is
    /// no longer the member's the answer is a fatal `removed`.
    package func receive(_ packet: MemberPacket, from seat: Seat) -> [HostPacket] {
        turn { room in
            guard room.noteActivity(on: seat) else { return [.error(WireFault.noLongerIn)] }
            if case .bye = packet {
                room.leave(seat)
                return []
            }
            switch room.handle(packet, from: seat) {
            case .nothing: return []
            case .said(let message): return [.message(message)]
            case .alone(let reply), .shared(let reply): return [reply]
            }
        }
    }

    /// Says a message, and returns when the room has it. Throws `held` where the message waits here until the link to
    /// the room's host is back: it must not be sent again under another id.
    package func say(_ draft: Draft, from seat: Seat) async throws(WireFault) -> Message {
        guard case .message(let said) = try await ask({ $0.say(draft, from: seat, as: $1) }) else {
            throw WireFault.noLongerIn
        }
        return said
    }

    /// Changes name or language, and returns when that is done. Throws why it was refused.
    package func change(_ profile: Profile, from seat: Seat) async throws(WireFault) {
        try await ask { $0.change(profile, from: seat, as: $1) }
    }

    /// Reports to staff, and returns when the report is stored and on record.
    package func report(_ report: Report, from seat: Seat) async throws(WireFault) -> Reported {
        guard case .report(let told) = try await ask({ $0.report(report, from: seat, as: $1) }) else {
            throw WireFault.noLongerIn
        }
        return told
    }

    /// Calls for help on behalf of a member in this process.
    package func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest? = nil, from seat: Seat
    ) throws(WireFault) -> HelpReceipt {
        try turn { room throws(WireFault) in try room.callForHelp(about: id, wish: wish, from: seat) }
    }

    /// Who would hear a call of this member.
    package func helpReach(of seat: Seat) throws(WireFault) -> HelpReach {
        try reading { room throws(WireFault) in try room.helpReach(of: seat) }
    }

    /// Takes the member's own call back.
    package func endHelp(from seat: Seat) throws(WireFault) {
        try turn { room throws(WireFault) in try room.endHelp(from: seat) }
    }

    /// The token for the member to show when it comes back; nil where it needs none.
    package func resumeToken(of seat: Seat) -> String? { reading { $0.resumeToken(of: seat) } }

    /// Notes one more stream over which the member reads.
    package func addStream(of seat: Seat) { turn { $0.addStream(of: seat) } }

    /// Notes that one of those streams has ended.
    package func removeStream(of seat: Seat) { turn { $0.removeStream(of: seat) } }

    /// Whether no engine is asked for this line, because its author has said more in a minute than is translated.
    package nonisolated func isOverBudget(_ seq: Int) -> Bool { untranslated.contains(seq) }

    /// Whether engines are asked for a draft that its author checks; counts the draft.
    package func allowCheck(of draft: String, from seat: Seat) throws(WireFault) -> Bool {
        try turn { room throws(WireFault) in try room.allowCheck(of: draft, from: seat) }
    }

    /// The numbers of those of these older lines, all in languages that the member does not read, for which no engine
    /// is asked: their author said, or the member reads, more in a minute than is translated. Counts the other lines.
    package func overBudget(_ lines: [Message], readBy seat: Seat) throws(WireFault) -> Set<Int> {
        let over = Set(lines.map(\.seq).filter { isOverBudget($0) })
        let others = lines.filter { !over.contains($0.seq) }
        return try turn { room throws(WireFault) in try room.overBudget(others, readBy: seat) }.union(over)
    }

    /// Whether the member still holds this seat.
    package func holds(_ seat: Seat) -> Bool { reading { $0.holds(seat) } }

    /// The entry of the member on this seat, as if it came in now; nil where it no longer holds the seat.
    package func entry(on seat: Seat) -> Entry? {
        reading { room in room.holds(seat) ? room.state.roster[seat.number].map(room.entry) : nil }
    }

    /// Ends a member's login as staff: the member stays in as a visitor, and its messages bear no role from now on.
    /// Returns the member as it now is; nil where it no longer holds the seat.
    @discardableResult
    package func endStaff(on seat: Seat) -> MemberInfo? { turn { $0.endStaff(on: seat) } }

    package var facts: RoomFacts {
        var facts = reading { $0.state.facts(now: $0.now) }
        facts.hasPassword = hasPassword
        return facts
    }

    /// How many lines from before their coming newcomers see; `.max` for all.
    package var newcomersSee: Int { state.settings.newcomersSee }

    /// Whether staff closed the room: nobody is in, and nobody comes in.
    package var isClosed: Bool { state.moderation.isClosed }

    /// The messages after `seq` that are kept, oldest first; where the first is not `seq + 1`, some are gone. Of those
    /// that memory no longer has, the newest thousand.
    package func lines(after seq: Int) async -> [Message] {
        let older =
            seq + 1 < state.timeline.oldest ? await older(seq + 1...state.timeline.oldest - 1, atMost: 1_000) : []
        return older + state.timeline.messages(after: max(seq, older.last?.seq ?? seq))
    }

    /// The messages with these numbers that are kept, oldest first.
    package func lines(_ numbers: ClosedRange<Int>) async -> [Message] {
        let end = min(numbers.upperBound, state.timeline.oldest - 1)
        let older = numbers.lowerBound <= end ? await older(numbers.lowerBound...end, atMost: numbers.count) : []
        let kept = state.timeline.messages(
            from: max(numbers.lowerBound, end + 1), before: numbers.upperBound + 1, limit: numbers.count)
        return older.filter { numbers.contains($0.seq) } + kept
    }

    /// Those of these members who are in the room.
    package func present(_ members: Set<MemberID>) -> Set<MemberID> {
        members.filter { state.roster[$0] != nil }
    }

    /// Up to 100 people whose ids follow `id`, without relays, and whether more follow.
    package func members(after id: MemberID?) -> (members: [MemberInfo], more: Bool) {
        state.roster.page(after: id.flatMap(MemberNumber.init), peopleOnly: true)
    }

    /// The first thousand people, as ten pages hold them.
    package var people: [MemberInfo] {
        var (people, more) = members(after: nil)
        while more, people.count < 1_000 {
            let page = members(after: people.last?.id)
            (people, more) = (people + page.members, page.more)
        }
        return people
    }
}
