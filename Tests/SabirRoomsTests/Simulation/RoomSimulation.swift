import NIOCore
import SabirCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// A hosted room, its guests and the network between them, without sockets or clocks: runs one `Schedule`.
///
/// Real are `RoomState`, `HostConnection` and `GuestState`; simulated is what carries their packets and keeps their
/// messages. A connection delivers in order, or breaks at any moment with everything under way; each end learns of
/// that by itself, the host possibly after the guest is back.
struct RoomSimulation {
    let schedule: Schedule
    let mistake: Mistake?
    /// For what happens after the schedule, when nothing fails any more.
    private var random: SplitMix64
    private(set) var now = at(0)
    /// The host's wall clock, milliseconds since 1970.
    private(set) var wall = 1_800_000_000_000
    private(set) var host: SimulatedHost
    private(set) var guests: [SimulatedGuest]
    private var connections: [SimulatedConnection] = []
    private(set) var drops = 0
    private(set) var restarts = 0
    private(set) var acts: Set<ActName> = []
    private var nextConnection = 0
    private var nextMessage: UInt64 = 0
    private var sent: Set<MessageID> = []

    var seed: UInt64 { schedule.seed }
    var plan: SimulationPlan { schedule.plan }
    var repeats: Int { host.repeats }

    init(_ schedule: Schedule, mistake: Mistake? = nil) {
        self.schedule = schedule
        self.mistake = mistake
        random = SplitMix64(state: schedule.seed)
        host = SimulatedHost(plan: schedule.plan, seed: random.next(), mistake: mistake)
        guests = (0..<schedule.plan.guests).map {
            SimulatedGuest(name: "guest \($0)", now: at(0), seed: UInt64($0) ^ schedule.seed)
        }
    }

    /// Runs the schedule, then lets everything come to rest on a network that no longer fails.
    mutating func run() {
        for guest in guests.indices { feed(guest, .start) }
        // A first connection that fails is the end of a guest: the schedule begins once all are in.
        settle()
        for step in schedule.steps { perform(step) }
        for act in [ModerationAction.open, .unlock] { apply(host.perform(act, now: now)) }
        // A client that lost a message on a whole connection sends it again over the next one.
        if plan.losses > 0 { for guest in guests.indices { cut(guest) } }
        settle()
    }

    private mutating func perform(_ step: Schedule.Step) {
        switch step {
        case .say(let guest): say(guest)
        case .deliverToHost(let pick): deliver(pick, toHost: true)
        case .deliverToGuest(let pick): deliver(pick, toHost: false)
        case .pass(let milliseconds, let pick): pass(.milliseconds(Int64(milliseconds)), noticing: pick)
        case .cut(let guest): cut(guest)
        case .cutSilently(let guest): change(connectionOf: guest) { $0.cut() }
        case .stall(let guest, let toHost): change(connectionOf: guest) { $0.stall(toHost: toHost) }
        case .double(let pick, let toHost): change(pick) { $0.double(pick, toHost: toHost) }
        case .lose(let pick, let toHost): change(pick) { $0.lose(pick, toHost: toHost) }
        case .restartHost(let pick): restartHost(pick)
        case .restartGuest(let guest, let pick): restart(guest, tornJournal: pick % 2 == 0)
        case .commit: apply(host.commit(now, wall))
        case .setClock(let hours): wall += hours * 3_600_000
        case .call(let guest, let pick): call(guest, pick)
        case .act(let guest, let pick): act(on: guest, pick)
        }
    }

    /// Delivers, commits and ticks until nothing moves; bounded, and what is then still unanswered is a finding.
    private mutating func settle() {
        for _ in 0..<120 {
            repeat {
                apply(host.commit(now, wall))
            } while deliver(pick(), toHost: true) || deliver(pick(), toHost: false)
            if isAtRest { return }
            pass(.milliseconds(500), noticing: nil)
            for guest in guests.indices where guests[guest].hasGivenUp { restart(guest, tornJournal: false) }
        }
    }

    private mutating func pick() -> Int { Int.random(in: 0..<1_000_000, using: &random) }

    private var isAtRest: Bool {
        connections.allSatisfy(\.isAtRest) && !host.isBusy
            && guests.allSatisfy { guest in
                guest.isOver
                    ? !guest.hasGivenUp : guest.isAtRest && connections.contains { $0.id == guest.connection }
            }
    }

    // MARK: What people do

    private mutating func say(_ guest: Int) {
        nextMessage += 1
        let draft = guests[guest].draft(.numbered(nextMessage), "line \(nextMessage)", revision(by: guest))
        feed(guest, .say(draft))
    }

    /// Every fourth line corrects or takes back one that its author knows to be in the room.
    private func revision(by guest: Int) -> Revision? {
        let own = guests[guest].acknowledged
        guard nextMessage % 4 == 0, !own.isEmpty else { return nil }
        let line = own[Int(nextMessage / 4) % own.count]
        return nextMessage % 8 == 0 ? .retracts(line) : .corrects(line)
    }

    private mutating func call(_ guest: Int, _ pick: Int) {
        let heard = guests[guest].heard
        guard !heard.isEmpty else { return feed(guest, .request(.person(nil))) }
        let id = heard[pick % heard.count].id
        feed(guest, .request(.unclear(id), about: id))
    }

    /// Whatever staff may do; rarely what ends a guest's stay for good.
    private mutating func act(on guest: Int, _ pick: Int) {
        guard let member = guests[guest].me else { return }
        let acts: [ModerationAction] = [
            .mute(member), .unmute(member), .lock, .unlock, .topic("Topic \(pick)"), .notice("Notice \(pick)", "en"),
            .notice("", "en"), .clear, .close, .open, .open,
        ]
        let last: [ModerationAction] = [.remove(member), .ban(member, minutes: 60)]
        let choice = pick % 10 == 0 ? last : acts
        let act = choice[pick / 10 % choice.count]
        let sent = host.perform(act, now: now)
        if !sent.isEmpty { self.acts.insert(act.name) }
        apply(sent)
    }

    /// Time passes. The host learns of the broken connection that is picked, of all where none is.
    private mutating func pass(_ time: TimeAmount, noticing pick: Int?) {
        now = now + time
        for guest in guests.indices { feed(guest, .tick) }
        apply(host.tick(now))
        let broken = connections.filter { !$0.isWhole }.map(\.id)
        guard !broken.isEmpty else { return }
        for id in pick.map({ [broken[$0 % broken.count]] }) ?? broken { hostLoses(id) }
    }

    // MARK: What fails

    private mutating func cut(_ guest: Int) {
        guard let id = guests[guest].connection else { return }
        drops += 1
        change(id: id) { $0.cut() }
        guests[guest].connection = nil
        feed(guest, .disconnected("The network failed."))
    }

    /// The host's process ends and another begins, with what its disk holds.
    private mutating func restartHost(_ pick: Int) {
        restarts += 1
        host.restart(seed: UInt64(pick), isWritten: pick % 2 == 0, now: now)
        connections.removeAll { !$0.isWhole }
        for guest in guests.indices { cut(guest) }
        connections = []
    }

    private mutating func restart(_ guest: Int, tornJournal: Bool) {
        guard !guests[guest].isOver || guests[guest].hasGivenUp else { return }
        change(connectionOf: guest) { $0.cut() }
        let drafts = guests[guest].restart(tornJournal: tornJournal, now: now)
        feed(guest, .start)
        for draft in drafts { feed(guest, .say(draft)) }
    }

    // MARK: The network

    private mutating func change(id: Int, _ body: (inout SimulatedConnection) -> Void) {
        if let index = connections.firstIndex(where: { $0.id == id }) { body(&connections[index]) }
    }

    private mutating func change(connectionOf guest: Int, _ body: (inout SimulatedConnection) -> Void) {
        if let id = guests[guest].connection { change(id: id, body) }
    }

    private mutating func change(_ pick: Int, _ body: (inout SimulatedConnection) -> Void) {
        if !connections.isEmpty { body(&connections[pick % connections.count]) }
    }

    /// Carries one packet of the connection picked; false where nothing is under way.
    @discardableResult
    private mutating func deliver(_ pick: Int, toHost: Bool) -> Bool {
        let waiting = connections.indices.filter {
            connections[$0].hasPacket(toHost: toHost)
        }
        guard !waiting.isEmpty else { return false }
        let index = waiting[pick % waiting.count]
        let (id, guest) = (connections[index].id, connections[index].guest)
        if toHost {
            apply(host.receive(connections[index].takeForHost(), over: id, now: now, wall: wall))
        } else {
            let packet = connections[index].takeForGuest(last: mistake == .overtakes && pick % 5 == 0)
            // A client that was started again no longer hears what its earlier life was told.
            if guests[guest].connection == id { feed(guest, .packet(packet)) }
        }
        return true
    }

    /// What the host sends; a closed connection is cut behind what was sent before.
    private mutating func apply(_ sent: [SimulatedHost.Sending]) {
        for sending in sent {
            switch sending {
            case .packet(let packet, let id): change(id: id) { $0.send(toGuest: packet) }
            case .closed(let id): change(id: id) { $0.closeByHost() }
            }
        }
    }

    private mutating func hostLoses(_ id: Int) {
        connections.removeAll { $0.id == id }
        apply(host.lost(id))
        // The guest has a dead connection in hand where it has not noticed: silence will tell it.
    }

    // MARK: The guests

    private mutating func feed(_ index: Int, _ input: GuestState.Input) {
        for action in guests[index].state.handle(input, now: now) {
            switch action {
            case .connect: connect(index)
            case .send(let packet): send(packet, from: index)
            case .emit(let event): guests[index].hear(event)
            case .close:
                change(connectionOf: index) { $0.cut() }
                guests[index].connection = nil
            case .finish: guests[index].end()
            case .resolve, .resolvePairs, .prove, .forgetPassword: break
            }
        }
    }

    private mutating func send(_ packet: MemberPacket, from guest: Int) {
        var packet = packet
        if case .message(var draft) = packet, let id = draft.id {
            if mistake == .strikesOutWhatIsSent { guests[guest].strikeOut(id) }
            if !sent.insert(id).inserted, mistake == .repeatsUnderANewID {
                nextMessage += 1
                draft.id = .numbered(nextMessage)
                packet = .message(draft)
            }
        }
        change(connectionOf: guest) { $0.send(toHost: packet) }
    }

    private mutating func connect(_ guest: Int) {
        nextConnection += 1
        connections.append(SimulatedConnection(id: nextConnection, guest: guest))
        guests[guest].connection = nextConnection
        feed(guest, .connected(room: nil))
    }
}
