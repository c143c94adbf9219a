import NIOCore
import SabirWire

@testable import SabirRooms

/// A hosted room, its guests and the network between them, without sockets or clocks: one seed is one schedule.
///
/// Real are `RoomState`, `HostConnection` and `GuestState`; simulated is what carries their packets. A
/// connection delivers in order, or drops at any moment with everything under way in both directions; each end learns
/// of a drop by itself, the host possibly after the guest is back.
struct RoomSimulation {
    struct Plan {
        var guests = 4
        var steps = 250
        /// Chances in a thousand, at each step: a connection breaks and its guest knows; it breaks and nobody is
        /// told; the host starts anew.
        var drops = 25
        var silentDrops = 0
        var restarts = 0
        /// And: somebody does not understand a message or calls for a person; staff act.
        var calls = 0
        var acts = 0
        var settings = RoomSettings.test(kept: 1_000)
    }

    let seed: UInt64
    let plan: Plan
    private(set) var random: SplitMix64
    private(set) var now = at(0)
    private(set) var host: SimulatedHost
    private(set) var guests: [SimulatedGuest]
    private var connections: [Int: SimulatedConnection] = [:]
    private(set) var drops = 0
    private(set) var acts: Set<ActName> = []
    private var nextConnection = 0
    private var nextMessage: UInt64 = 0

    init(seed: UInt64, plan: Plan = Plan()) {
        self.seed = seed
        self.plan = plan
        random = SplitMix64(state: seed)
        host = SimulatedHost(settings: plan.settings, seed: random.next())
        guests = (0..<plan.guests).map { SimulatedGuest(name: "guest \($0)", now: at(0), seed: UInt64($0) ^ seed) }
    }

    /// Runs the schedule, then lets everything come to rest on a network that no longer fails.
    mutating func run() {
        for guest in guests.indices { feed(guest, .start) }
        // A first connection that fails is the end of a guest: the schedule begins once all are in.
        settle()
        for _ in 0..<plan.steps { step() }
        for act in [StaffAct.open, .unlock] { apply(host.perform(act, now: now)) }
        settle()
    }

    private mutating func step() {
        let guest = Int.random(in: guests.indices, using: &random)
        if chance(plan.drops) { drop(at: guest) }
        if chance(plan.silentDrops) { dropSilently(at: guest) }
        if chance(plan.restarts) { restart() }
        if chance(plan.calls) { call(guest) }
        if chance(plan.acts) { act(on: guest) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: say(guest)
        case 3...5: deliver(toHost: true)
        case 6...8: deliver(toHost: false)
        default: tick()
        }
    }

    /// Delivers and ticks until nothing moves; bounded, and what is then still unacknowledged is a finding.
    private mutating func settle() {
        for _ in 0..<120 {
            while deliver(toHost: true) || deliver(toHost: false) {}
            if isAtRest { return }
            now = now + .milliseconds(500)
            for guest in guests.indices { feed(guest, .tick) }
            for id in connections.keys.sorted() where connections[id]?.isWhole == false { hostLoses(id) }
        }
    }

    private var isAtRest: Bool {
        connections.values.allSatisfy { $0.isEmpty && $0.isWhole }
            && guests.allSatisfy { $0.isOver || ($0.isAtRest && connections[$0.connection ?? 0] != nil) }
    }

    private mutating func chance(_ thousandths: Int) -> Bool { Int.random(in: 0..<1_000, using: &random) < thousandths }

    private mutating func say(_ guest: Int) {
        nextMessage += 1
        let id = MessageID.numbered(nextMessage)
        guests[guest].said.append(id)
        feed(guest, .say(Draft(id: id, text: "line \(nextMessage)")))
    }

    private mutating func call(_ guest: Int) {
        let known = guests[guest].heard.randomElement(using: &random)
        feed(guest, known.map { .unclear($0.id) } ?? .person(nil))
    }

    /// Whatever staff may do; rarely what ends a guest's stay for good.
    private mutating func act(on guest: Int) {
        guard let member = guests[guest].me else { return }
        let number = Int.random(in: 0..<100, using: &random)
        let acts: [StaffAct] = [
            .mute(member), .unmute(member), .lock, .unlock, .topic("Topic \(number)"),
            .notice("Notice \(number)", "en"),
            .notice("", "en"), .clear, .close, .open, .open,
        ]
        let last: [StaffAct] = [.remove(member), .ban(member, minutes: 60)]
        guard let act = (chance(100) ? last : acts).randomElement(using: &random) else { return }
        let sent = host.perform(act, now: now)
        if !sent.isEmpty { self.acts.insert(act.name) }
        apply(sent)
    }

    private mutating func tick() {
        now = now + .milliseconds(Int64.random(in: 10...400, using: &random))
        for guest in guests.indices { feed(guest, .tick) }
        let broken = connections.keys.sorted().filter { connections[$0]?.isWhole == false }
        if let id = broken.randomElement(using: &random) { hostLoses(id) }
    }

    // MARK: The network

    private mutating func drop(at guest: Int) {
        guard let id = guests[guest].connection else { return }
        drops += 1
        connections[id]?.cut()
        guests[guest].connection = nil
        feed(guest, .disconnected("The network failed."))
    }

    /// Both ends learn of it by silence, or by coming back.
    private mutating func dropSilently(at guest: Int) {
        if let id = guests[guest].connection { connections[id]?.cut() }
    }

    /// The host's process ends and another begins, with nothing remembered.
    private mutating func restart() {
        for guest in guests.indices { drop(at: guest) }
        connections = [:]
        host = SimulatedHost(settings: plan.settings, seed: random.next())
    }

    /// Carries one packet of a connection chosen by chance; false where nothing is under way.
    @discardableResult
    private mutating func deliver(toHost: Bool) -> Bool {
        let waiting = connections.keys.sorted().filter { connections[$0]?.hasPacket(toHost: toHost) == true }
        guard let id = waiting.randomElement(using: &random) else { return false }
        if toHost, let packet = connections[id]?.takeForHost() {
            apply(host.receive(packet, over: id, now: now))
        } else if let packet = connections[id]?.takeForGuest(), let guest = connections[id]?.guest {
            feed(guest, .packet(packet))
        }
        return true
    }

    /// What the host sends; a closed connection is cut behind what was sent before.
    private mutating func apply(_ sent: [SimulatedHost.Sending]) {
        for sending in sent {
            switch sending {
            case .packet(let packet, let id): connections[id]?.send(toGuest: packet)
            case .closed(let id): connections[id]?.closeByHost()
            }
        }
    }

    private mutating func hostLoses(_ id: Int) {
        connections[id] = nil
        apply(host.lost(id))
    }

    // MARK: The guests

    private mutating func feed(_ index: Int, _ input: GuestState.Input) {
        for action in guests[index].state.handle(input, now: now) {
            switch action {
            case .connect: connect(index)
            case .send(let packet):
                if let id = guests[index].connection { connections[id]?.send(toHost: packet) }
            case .emit(let event): guests[index].hear(event)
            case .close:
                if let id = guests[index].connection { connections[id]?.cut() }
                guests[index].connection = nil
            case .finish: guests[index].isOver = true
            case .resolve, .resolvePairs: break
            }
        }
    }

    private mutating func connect(_ guest: Int) {
        nextConnection += 1
        connections[nextConnection] = SimulatedConnection(guest: guest)
        guests[guest].connection = nextConnection
        feed(guest, .connected(room: nil))
    }
}
