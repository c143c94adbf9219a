import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// The host's side: what `HostedRoom` and its connections' handlers do, over simulated connections.
struct SimulatedHost {
    enum Sending {
        case packet(HostPacket, to: Int)
        case closed(Int)
    }

    struct Seat {
        var machine = HostConnection()
        var member: Member?
    }

    /// What waits for an answer of the disk: whether an id was used before.
    struct Unsure {
        let draft: Draft
        let member: Member
    }

    let plan: SimulationPlan
    let mistake: Mistake?
    var room: RoomState
    /// Nil where the room keeps its messages in memory.
    var disk: SimulatedDisk?
    var unsure: [Unsure] = []
    /// Repeats answered.
    var repeats = 0
    var seats: [Int: Seat] = [:]
    /// Which connection a member is reached by.
    var connections: [MemberNumber: Int] = [:]

    init(plan: SimulationPlan, seed: UInt64, mistake: Mistake? = nil) {
        self.plan = plan
        self.mistake = mistake
        if plan.keeps == .disk { disk = SimulatedDisk(epoch: "one", forgetsIDs: mistake == .forgetsIDs) }
        room = RoomState(settings: plan.settings, seed: seed, past: disk?.past, now: at(0))
    }

    /// Every message of the room, in order.
    var kept: [Message] { disk?.written.map(\.message) ?? room.timeline.messages(after: 0) }

    /// Whether something waits for the disk.
    var isBusy: Bool { disk?.isBusy == true || !unsure.isEmpty }

    /// The process ends and another begins.
    mutating func restart(seed: UInt64, isWritten: Bool, now: NIODeadline) {
        disk?.crash(isWritten: isWritten)
        room = RoomState(settings: plan.settings, seed: seed, past: disk?.past, now: now)
        (seats, connections, unsure) = ([:], [:], [])
    }

    mutating func receive(_ packet: MemberPacket, over id: Int, now: NIODeadline, wall: Int) -> [Sending] {
        switch seats[id, default: Seat()].machine.received(packet) {
        case .join(let hello): ask(hello, over: id, now: now)
        case .deliver: deliver(packet, over: id, now: now, wall: wall)
        case .refuse(let fault): [.packet(.error(fault), to: id)]
        case .closeSaying(let fault): lost(id) + [.packet(.error(fault), to: id), .closed(id)]
        case .close: lost(id) + [.closed(id)]
        // Its room has no password, and nobody asks for a list.
        case .check, .list, .ignore: []
        }
    }

    /// Pings whoever is silent, and gives up whoever has been for too long; and a disk that is too slow, where the
    /// process is not killed: what is told without waiting for the disk is not promised to outlive that.
    mutating func tick(_ now: NIODeadline) -> [Sending] {
        let late = plan.restarts == 0 && room.beginGoingAhead(ifOverdue: now) ? tell(room.goAhead()) : []
        let silent = room.silent(at: now)
        let gone = silent.gone.compactMap { connections[$0] }
        return late + silent.ping.compactMap { connections[$0] }.map { .packet(.ping(nil), to: $0) }
            + gone.flatMap { id in lost(id) + [.closed(id)] }
    }

    /// An act of staff, as `HostedRoom` carries it out.
    mutating func perform(_ act: ModerationAction, now: NIODeadline) -> [Sending] {
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

    private func author(_ hello: Hello) -> AuthorID? { disk == nil ? nil : hello.device.map(SimulatedDisk.author) }

    /// What memory no longer has of what it missed is on the disk.
    private mutating func ask(_ hello: Hello, over id: Int, now: NIODeadline) -> [Sending] {
        let range = room.beyondMemory(hello, JoinContext(author: author(hello)), now: now)
        return join(hello, over: id, now: now, older: range.flatMap { disk?.messages($0) } ?? [])
    }

    mutating func join(
        _ hello: Hello, over id: Int, now: NIODeadline, older: [Message] = []
    ) -> [Sending] {
        if let epoch = room.renewEpoch(for: hello, author(hello), now: now) { disk?.renew(epoch) }
        do {
            let admission = try room.admit(hello, as: JoinContext(author: author(hello)), now: now)
            let member = admission.member
            if let record = admission.record { disk?.keep(record) }
            var sent: [Sending] = []
            if admission.replaces != nil, let old = connections[member.number] { sent += giveUp(old) }
            seats[id, default: Seat()].machine.joined()
            seats[id]?.member = member
            if admission.change == .joined { sent += everybody(.joined(member.info, n: room.roster.count)) }
            connections[member.number] = id
            return sent + welcome(member, since: hello.resume, over: id, older)
        } catch {
            return [.packet(.error(error), to: id), .closed(id)]
        }
    }

    private mutating func giveUp(_ old: Int) -> [Sending] {
        seats[old]?.machine.ended()
        return [.packet(.error(WireFault(.replaced, "Replaced.", fatal: true)), to: old), .closed(old)]
    }

    private mutating func welcome(
        _ member: Member, since resume: Hello.Resume?, over id: Int, _ older: [Message]
    ) -> [Sending] {
        var packets: [HostPacket] = [.welcome(room.welcome(member.number).0)]
        if let notice = room.moderation.notice { packets.append(.notice(notice)) }
        packets += room.missed(since: resume, from: member.firstVisibleSeq, older: older).packets
        return packets.map { .packet($0, to: id) }
    }

    private mutating func deliver(
        _ packet: MemberPacket, over id: Int, now: NIODeadline, wall: Int
    ) -> [Sending] {
        guard let member = seats[id]?.member,
            room.noteActivity(of: member.number, connection: member.connection, at: now)
        else {
            return []
        }
        switch packet {
        case .message(let draft):
            return say(draft, by: member, now, wall)
        case .ping(let nonce): return [.packet(.pong(nonce), to: id)]
        case .unclear(let message): return unclear(message, by: member.number, over: id, now)
        case .person:
            guard let call = try? room.callForHelp(about: nil, by: member.number, now: now, wall: wall) else {
                return []
            }
            return everybody(.help(room.told(call, now: now)))
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

    func everybody(_ packet: HostPacket) -> [Sending] {
        connections.sorted { $0.key < $1.key }.map { .packet(packet, to: $0.value) }
    }
}
