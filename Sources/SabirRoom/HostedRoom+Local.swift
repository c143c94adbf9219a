import NIOCore
import SabirProtocol

/// Members in the node's own process, such as those of a web page. They are members like all others, but have no
/// connection: what everybody is told goes to each listener once, and nobody asks whether they are still there.
extension HostedRoom {
    /// How a member in this process came in.
    package struct Entry: Hashable, Sendable {
        package let seat: Seat
        package var info: MemberInfo
        package let epoch: String
        /// Newest message when it came in.
        package let seq: Int
        /// The first number it may see.
        package let firstVisibleSeq: Int
    }

    /// The same device keeps its member and gives up the seat it had. `hello.room` is not looked at, and
    /// `hello.resume` only to know what it may see. Throws `room-full`, `locked`, `banned` or `closing`. `address`: where
    /// the visitor comes from, for bans. `role`: staff or interpreter; `person`: their name on the list. `comesWithStaff`:
    /// a visitor whom no lock keeps out.
    package func enter(
        _ hello: Hello, address: String, role: MemberRole? = nil, person: String? = nil, comesWithStaff: Bool = false
    ) throws(WireFault) -> Entry {
        if let hidden { throw hidden }
        let result = turn { room in
            Result { () throws(WireFault) in
                try room.enter(
                    hello,
                    as: JoinContext(
                        address: address, isStaff: role == .staff, person: person, comesWithStaff: comesWithStaff,
                        isInterpreter: role == .interpreter, isLocal: true,
                        isAtPage: hello.client == Hello.page, author: room.author(of: hello),
                        token: room.token(of: hello),
                        features: hello.features))
            }
        }
        return try result.get()
    }

    /// The same for the page, where a device that is in keeps its seat, and goes on under the name and in the language that
    /// it gives now. A member that is in without a `role` is neither staff nor interpreter any longer, and one that is in
    /// already does not become it.
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

    /// What the member alone is answered. An accepted message and a call are told to everybody as well, and returned as
    /// their acknowledgement; answers of the engine come later, as news. On a seat that is no longer the member's the
    /// answer is `removed`, fatal.
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

    /// The member's message: returns when the room has it. Throws `held` where it waits here until the way to the room's
    /// host is back: it is not to be said again under another id.
    package func say(_ draft: Draft, from seat: Seat) async throws(WireFault) -> Message {
        guard case .message(let said) = await ask({ $0.say(draft, from: seat, as: $1) }) else {
            throw WireFault.noLongerIn
        }
        return try said.get()
    }

    /// Another name or language: returns when it is so. Throws why it is not.
    package func change(_ profile: Profile, from seat: Seat) async throws(WireFault) {
        if case .done(let changed) = await ask({ $0.change(profile, from: seat, as: $1) }) { try changed.get() }
    }

    /// Returns when it is stored and written down.
    package func report(_ report: Report, from seat: Seat) async throws(WireFault) -> Reported {
        guard case .report(let told) = await ask({ $0.report(report, from: seat, as: $1) }) else {
            throw WireFault.noLongerIn
        }
        return try told.get()
    }

    /// A member in this process calls for help.
    package func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest? = nil, from seat: Seat
    ) throws(WireFault) -> HelpReceipt {
        try turn { room in Result { () throws(WireFault) in try room.callForHelp(about: id, wish: wish, from: seat) } }
            .get()
    }

    /// Whom a call of this member would reach.
    package func helpReach(of seat: Seat) throws(WireFault) -> HelpReach {
        try reading { room in Result { () throws(WireFault) in try room.helpReach(of: seat) } }.get()
    }

    /// Whoever called takes the call back.
    package func endHelp(from seat: Seat) throws(WireFault) {
        try turn { room in Result { () throws(WireFault) in try room.endHelp(from: seat) } }.get()
    }

    /// What the member on this seat may show when it comes back; nil where it needs nothing.
    package func resumeToken(of seat: Seat) -> String? { reading { $0.resumeToken(of: seat) } }

    /// Somebody reads for a member in this process, over one stream more.
    package func opened(_ seat: Seat) { turn { $0.opened(seat) } }

    /// One of those streams is gone.
    package func closed(_ seat: Seat) { turn { $0.closed(seat) } }

    /// Whether no engine is asked for this line, as its author has said more in a minute than is translated.
    package nonisolated func isOverBudget(_ seq: Int) -> Bool { untranslated.contains(seq) }

    /// Whether engines are asked for a draft before it is said; counts it.
    package func allowCheck(of draft: String, from seat: Seat) throws(WireFault) -> Bool {
        guard holds(seat) else { throw WireFault.noLongerIn }
        return turn { $0.allowCheck(of: draft, from: seat) }
    }

    /// The numbers of those of these older lines, all in languages that the member does not read, for which no engine is
    /// asked, as their author said or the member reads more in a minute than is translated; counts the others.
    package func overBudget(_ lines: [Message], readBy seat: Seat) throws(WireFault) -> Set<Int> {
        guard holds(seat) else { throw WireFault.noLongerIn }
        let over = Set(lines.map(\.seq).filter { isOverBudget($0) })
        return turn { $0.overBudget(lines.filter { !over.contains($0.seq) }, readBy: seat) }.union(over)
    }

    /// Whether the member is on this seat still.
    package func holds(_ seat: Seat) -> Bool { reading { $0.holds(seat) } }

    /// The member on this seat as if it came in now; nil where the seat is no longer its own.
    package func entry(on seat: Seat) -> Entry? {
        reading { room in room.holds(seat) ? room.state.roster[seat.number].map(room.entry) : nil }
    }

    /// A member whose login as staff is over stays in, as a visitor like others: what it says from now on bears no role.
    /// Answers with the member as it now is; nil where the seat is no longer its own.
    @discardableResult
    package func endStaff(on seat: Seat) -> MemberInfo? { turn { $0.endStaff(on: seat) } }

    package var facts: RoomFacts {
        var facts = reading { $0.state.facts(now: $0.now) }
        facts.hasPassword = hasPassword
        return facts
    }

    /// Lines from before their coming that newcomers see; `.max` for all.
    package var newcomersSee: Int { state.settings.newcomersSee }

    /// Closed by staff: nobody is in, and nobody comes in.
    package var isClosed: Bool { state.moderation.isClosed }

    /// What is kept of the messages after `seq`, oldest first: where the first is not `seq + 1`, some are gone. Of those
    /// that memory no longer has, the newest thousand.
    package func lines(after seq: Int) async -> [Message] {
        let older =
            seq + 1 < state.timeline.oldest ? await older(seq + 1...state.timeline.oldest - 1, atMost: 1_000) : []
        return older + state.timeline.messages(after: max(seq, older.last?.seq ?? seq))
    }

    /// What is kept of the messages of these numbers, oldest first.
    package func lines(_ numbers: ClosedRange<Int>) async -> [Message] {
        let end = min(numbers.upperBound, state.timeline.oldest - 1)
        let older = numbers.lowerBound <= end ? await older(numbers.lowerBound...end, atMost: numbers.count) : []
        let kept = state.timeline.messages(
            from: max(numbers.lowerBound, end + 1), before: numbers.upperBound + 1, limit: numbers.count)
        return older.filter { numbers.contains($0.seq) } + kept
    }

    /// Those of these members who are in the room.
    package func present(_ members: Set<MemberID>) -> Set<MemberID> {
        members.filter { MemberNumber($0).map { state.roster[$0] != nil } ?? false }
    }

    /// Up to 100 people after this id, without relays, and whether more follow.
    package func members(after id: MemberID?) -> (members: [MemberInfo], more: Bool) {
        state.roster.page(after: id.flatMap(MemberNumber.init), peopleOnly: true)
    }

    /// The first thousand people, which are ten pages.
    package var people: [MemberInfo] {
        var (people, more) = members(after: nil)
        while more, people.count < 1_000 {
            let page = members(after: people.last?.id)
            (people, more) = (people + page.members, page.more)
        }
        return people
    }
}
