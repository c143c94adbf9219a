import NIOCore
import SabirWire

/// Members in the node's own process, such as those of a web page. They are members like all others, but have no
/// connection: what everybody is told goes to the one listener, once, and nobody asks whether they are still there.
extension HostedRoom {
    /// How a member in this process came in.
    package struct Entry: Hashable, Sendable {
        package let seat: Seat
        package let info: MemberInfo
        package let epoch: String
        /// Newest message when it came in.
        package let seq: Int
        /// The first number it may see.
        package let horizon: Int
    }

    /// Everything that is told from now on. There is one listener: an earlier one's sequence ends. Bounded; see
    /// `RoomNews.lagged`.
    package func listen() -> AsyncStream<RoomNews> {
        flush()
        news?.end()
        let (line, stream) = NewsLine.open()
        news = line
        return stream
    }

    /// The same device keeps its member and gives up the seat it had. `hello.room` is not looked at, and
    /// `hello.resume` only to know what it may see. Throws `room-full`, `locked`, `banned` or `closing`. `address`: where
    /// the visitor comes from, for bans. `person`: of staff, by name. `comesWithStaff`: a visitor whom no lock keeps out.
    package func enter(
        _ hello: Hello, address: String, isStaff: Bool = false, person: String? = nil, comesWithStaff: Bool = false
    ) throws(WireFault) -> Entry {
        guard !isOver else { throw WireFault(.closing, "This node is closing.", fatal: true) }
        flush()
        renewEpoch(for: hello)
        let arrival = Arrival(
            address: address, isStaff: isStaff, person: person, comesWithStaff: comesWithStaff, isLocal: true,
            author: author(of: hello), token: token(of: hello), features: hello.features)
        let admission = try admit(hello, as: arrival)
        if let replaced = admission.replaces { giveUp(replaced) }
        announce(admission)
        return Entry(
            seat: Seat(admission.member), info: admission.member.info, epoch: state.timeline.epoch,
            seq: state.timeline.newest,
            horizon: admission.member.horizon)
    }

    /// What the member alone is answered. An accepted message and a call are told to everybody as well, and returned as
    /// their acknowledgement; answers of the engine come later, as news. On a seat that is no longer the member's the
    /// answer is `removed`, fatal.
    package func receive(_ packet: MemberPacket, from seat: Seat) -> [HostPacket] {
        guard state.heard(seat.number, connection: seat.connection, at: loop.now) else {
            return [.error(RoomState.noLongerIn)]
        }
        if case .bye = packet {
            leave(seat)
            return []
        }
        switch handle(packet, from: seat) {
        case .nothing: return []
        case .alone(let reply), .shared(let reply): return [reply]
        }
    }

    /// Whether the member is on this seat still.
    package func holds(_ seat: Seat) -> Bool { state.roster[seat.number]?.connection == seat.connection }

    /// The member on this seat, as others see it; nil where the seat is no longer its own.
    package func member(on seat: Seat) -> MemberInfo? { holds(seat) ? state.roster[seat.number]?.info : nil }

    /// A member whose login as staff is over stays in, as a visitor like others: what it says from now on bears no role.
    /// Answers with the member as it now is; nil where the seat is no longer its own.
    package func endStaff(on seat: Seat) -> MemberInfo? {
        guard holds(seat) else { return nil }
        if let info = state.endStaff(of: seat.number) {
            tell(.changed(info, n: state.roster.count), except: nil)
            let member = state.roster[seat.number]
            authority?.tell(
                .changed(MemberHere(info, token: member?.arrival.token, horizon: member?.horizon ?? .max)))
        }
        return state.roster[seat.number]?.info
    }

    package var facts: RoomFacts { state.facts(now: loop.now) }

    /// What is kept of the messages after `seq`, oldest first: where the first is not `seq + 1`, some are gone. Of those
    /// that memory no longer has, the newest `limit`.
    package func lines(after seq: Int, older limit: Int = 1_000) async -> [Message] {
        let older =
            seq + 1 < state.timeline.oldest ? await older(seq + 1...state.timeline.oldest - 1, atMost: limit) : []
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

    /// Up to 100 members behind this one, and whether more follow.
    package func members(after id: MemberID?) -> (members: [MemberInfo], more: Bool) {
        state.roster.page(after: id.flatMap(MemberNumber.init))
    }
}
