import NIOCore
import SabirWire

@testable import SabirRooms

/// One connection of a simulated network: in order, both ways, until it is cut.
struct SimulatedConnection {
    let guest: Int
    private var toHost: [MemberPacket] = []
    private var toGuest: [HostPacket] = []
    /// False once it is cut; the host has then yet to learn of it.
    private(set) var isWhole = true
    private var isClosing = false

    init(guest: Int) { self.guest = guest }

    var isEmpty: Bool { toHost.isEmpty && toGuest.isEmpty }

    func hasPacket(toHost isToHost: Bool) -> Bool { isWhole && !(isToHost ? toHost.isEmpty : toGuest.isEmpty) }

    mutating func send(toHost packet: MemberPacket) {
        if isWhole, !isClosing { toHost.append(packet) }
    }

    mutating func send(toGuest packet: HostPacket) {
        if isWhole, !isClosing { toGuest.append(packet) }
    }

    mutating func takeForHost() -> MemberPacket { toHost.removeFirst() }

    mutating func takeForGuest() -> HostPacket {
        defer { if isClosing, toGuest.isEmpty { isWhole = false } }
        return toGuest.removeFirst()
    }

    /// Everything under way is lost.
    mutating func cut() {
        isWhole = false
        toHost = []
        toGuest = []
    }

    mutating func closeByHost() {
        isClosing = true
        toHost = []
        if toGuest.isEmpty { isWhole = false }
    }
}

/// The host's side: what `HostedRoom` and its connections' handlers do, over simulated connections.
struct SimulatedHost {
    enum Sending {
        case packet(HostPacket, to: Int)
        case closed(Int)
    }

    private struct Seat {
        var machine = HostConnection()
        var member: Member?
    }

    private(set) var room: RoomState
    /// Repeats answered.
    private(set) var repeats = 0
    private var seats: [Int: Seat] = [:]
    /// Which connection a member is reached by.
    private var connections: [MemberNumber: Int] = [:]

    init(settings: RoomSettings, seed: UInt64) { room = RoomState(settings: settings, seed: seed) }

    mutating func receive(_ packet: MemberPacket, over id: Int, now: NIODeadline) -> [Sending] {
        switch seats[id, default: Seat()].machine.received(packet) {
        case .join(let hello): join(hello, over: id, now: now)
        case .deliver(let packet): deliver(packet, over: id, now: now)
        case .refuse(let fault): [.packet(.error(fault), to: id)]
        case .closeSaying(let fault): lost(id) + [.packet(.error(fault), to: id), .closed(id)]
        case .close: lost(id) + [.closed(id)]
        case .ignore: []
        }
    }

    /// An act of staff, as `HostedRoom` carries it out.
    mutating func perform(_ act: StaffAct, now: NIODeadline) -> [Sending] {
        guard let consequences = try? room.perform(act, now: now, wall: 0) else { return [] }
        return consequences.flatMap { consequence -> [Sending] in
            switch consequence {
            case .tell(let packet): return everybody(packet)
            case .drop(let number, let fault):
                guard let id = connections[number] else { return [] }
                return lost(id) + [.packet(.error(fault), to: id), .closed(id)]
            case .sendAllOut(let fault): return sendAllOut(fault)
            }
        }
    }

    private mutating func sendAllOut(_ fault: WireFault) -> [Sending] {
        room.sendAllOut()
        let sent = everybody(.error(fault)) + connections.values.sorted().map { .closed($0) }
        for id in connections.values { seats[id] = nil }
        connections = [:]
        return sent
    }

    /// The connection is over; the others are told if that was a member's present one.
    mutating func lost(_ id: Int) -> [Sending] {
        guard let member = seats.removeValue(forKey: id)?.member,
            room.remove(member.number, connection: member.connection) != nil
        else { return [] }
        connections[member.number] = nil
        return everybody(.left(member.info, n: room.roster.count))
    }

    private mutating func join(_ hello: Hello, over id: Int, now: NIODeadline) -> [Sending] {
        do {
            let admission = try room.admit(hello, now: now)
            let member = admission.member
            var sent: [Sending] = []
            if admission.replaces != nil, let old = connections[member.number] { sent += giveUp(old) }
            seats[id, default: Seat()].machine.joined()
            seats[id]?.member = member
            if admission.change == .joined { sent += everybody(.joined(member.info, n: room.roster.count)) }
            connections[member.number] = id
            return sent + welcome(member.number, since: hello.resume, over: id)
        } catch {
            return [.packet(.error(error), to: id), .closed(id)]
        }
    }

    private mutating func giveUp(_ old: Int) -> [Sending] {
        seats[old]?.machine.ended()
        return [.packet(.error(WireFault(.replaced, "Replaced.", fatal: true)), to: old), .closed(old)]
    }

    private mutating func welcome(_ number: MemberNumber, since resume: Hello.Resume?, over id: Int) -> [Sending] {
        let missed = room.missed(since: resume)
        var packets: [HostPacket] = [.welcome(room.welcome(number).0)]
        if let notice = room.moderation.notice { packets.append(.notice(notice)) }
        if missed.wasCleared { packets.append(.acted(Acted(.clear))) }
        if let gap = missed.gap { packets.append(.gap(gap)) }
        packets += missed.messages.map { .message($0) }
        return packets.map { .packet($0, to: id) }
    }

    private mutating func deliver(_ packet: MemberPacket, over id: Int, now: NIODeadline) -> [Sending] {
        guard let member = seats[id]?.member, room.heard(member.number, connection: member.connection, at: now) else {
            return []
        }
        switch packet {
        case .message(let draft):
            switch room.accept(draft, from: member.number, now: now, wall: 0) {
            case .accepted(let message): return everybody(.message(message))
            case .repeated(let message):
                repeats += 1
                return [.packet(.message(message), to: id)]
            case .refused(let fault): return [.packet(.error(fault), to: id)]
            }
        case .ping(let nonce): return [.packet(.pong(nonce), to: id)]
        case .unclear(let message): return unclear(message, by: member.number, over: id, now)
        case .person:
            guard let call = try? room.person(about: nil, by: member.number, now: now).call else { return [] }
            return everybody(.person(call))
        default: return []
        }
    }

    private mutating func unclear(
        _ message: MessageID, by number: MemberNumber, over id: Int, _ now: NIODeadline
    ) -> [Sending] {
        do throws(WireFault) {
            let (unclear, author) = try room.unclear(message, by: number, now: now)
            return ([connections[author], id] as [Int?]).compactMap { $0 }.map { .packet(.unclear(unclear), to: $0) }
        } catch {
            return [.packet(.error(error), to: id)]
        }
    }

    private func everybody(_ packet: HostPacket) -> [Sending] {
        connections.sorted { $0.key < $1.key }.map { .packet(packet, to: $0.value) }
    }
}

/// A guest and everything its front end was told.
struct SimulatedGuest {
    var state: GuestState
    var connection: Int?
    var isOver = false
    /// Ids in the order they were said.
    var said: [MessageID] = []
    private(set) var heard: [Message] = []
    private(set) var acknowledged: [MessageID] = []
    private(set) var refused: [WireFault] = []
    private(set) var gaps: [ClosedRange<Int>] = []
    /// Newest number when it came in, and in which epoch; later entries where a numbering began anew.
    private(set) var entries: [(epoch: String, seq: Int)] = []
    private(set) var me: MemberID?
    private(set) var topic = ""
    private(set) var notice: Notice?
    private(set) var unclear: [Unclear] = []
    private(set) var calls = 0
    private(set) var clearings = 0

    init(name: String, now: NIODeadline, seed: UInt64) {
        state = GuestState(hello: .of(name), now: now, seed: seed)
    }

    var isAtRest: Bool { isOver || (state.phase == .member && state.outbox.isEmpty) }

    mutating func hear(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, _):
            me = welcome.member
            topic = welcome.room.topic
            notice = nil
        default: break
        }
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, resumed: false):
            entries.append((welcome.epoch, welcome.seq))
            heard = []
            gaps = []
        case .message(let message, let own):
            heard.append(message)
            if own { acknowledged.append(message.id) }
        case .refused(let fault): refused.append(fault)
        case .gap(let gap): gaps.append(gap)
        case .notice(let notice): self.notice = notice.text.isEmpty ? nil : notice
        case .acted(let acted): hear(acted)
        case .unclear(let unclear): self.unclear.append(unclear)
        case .person: calls += 1
        default: break
        }
    }

    private mutating func hear(_ acted: Acted) {
        if acted.act == .topic { topic = acted.text ?? "" }
        guard acted.act == .clear else { return }
        clearings += 1
        heard = []
    }
}
