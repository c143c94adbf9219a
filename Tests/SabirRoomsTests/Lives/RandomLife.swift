import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// One life of a room: several connections say whatever comes, in whatever order, while the clock goes on, the disk is
/// slow and staff act. After each step the laws are looked at.
struct RandomLife {
    static let queuedBytes = 32 << 10

    let seed: UInt64
    private let host: LifeHost
    private let hasPassword: Bool
    private var packets: LifePackets
    private var members: [LifeMember] = []
    /// At the node's own page, each with whose what it says is.
    private var seats: [(seat: HostedRoom.Seat, author: String)] = []
    private(set) var laws: LifeLaws
    private(set) var wrong: [String] = []
    private(set) var steps: [String] = []

    init(seed: UInt64, _ kind: LifeHost.Kind) {
        self.seed = seed
        var packets = LifePackets(seed: seed)
        var settings = RoomSettings.test(
            members: packets.pick([2, 4, 20]), kept: packets.pick([0, 1, 3, 20]),
            rate: packets.pick([nil, (5, 3)]), queuedBytes: Self.queuedBytes)
        settings.history = kind == .disk ? .disk : .memory
        settings.staffConfirm = true
        settings.ceilings.joins = packets.chance(3) ? .init(perMinute: 10) : nil
        if packets.chance(4) { settings.keepFor = 60 }
        // By the seed itself, so that what it draws stays what it was.
        settings.maximumPerAddress = [nil, 1, 3][Int(seed % 3)]
        // Of a password alone every eighth: few come in.
        var lent = LifeHost.Lent(rawValue: packets.random.next() & 63)
        if !packets.chance(4) { lent.remove(.password) }
        hasPassword = lent.contains(.password)
        host = LifeHost(
            kind, settings: settings, limits: ConnectionLimits(connections: 12, packets: (200, 50)), seed: seed,
            lent: lent)
        _ = TasksInTurn.belong(to: host.loop)
        host.authority?.takesWishes = kind == .following
        if lent.contains(.listener) { host.listens() }
        // In many lives the list of staff, and the record, lie on a disk that gets on only now and then.
        (host.office.isFast, host.office.writesAtOnce) = (seed % 2 == 0, seed % 3 == 0)
        laws = LifeLaws(kind)
        self.packets = packets
    }

    var told: Int { members.map(\.bytes).reduce(0, +) }
    var entries: Int { members.count { $0.welcome != nil } }
    var lines: Int { laws.ids.count }

    mutating func run(steps count: Int) {
        for _ in 0..<count where wrong.isEmpty {
            step()
            look()
        }
        if wrong.isEmpty { settle() }
        host.end()
        _ = TasksInTurn.belong(to: nil)
    }

    var digest: UInt64 { host.record.digest }

    private var reached: Set<Int> { Set(members.filter(\.isIn).map(\.position)) }

    private mutating func step() {
        switch Int.random(in: 0..<40, using: &packets.random) {
        case 0..<3: connect()
        case 3..<22: say(1)
        case 22..<24: say(packets.pick([2, 5, 80]))
        case 24..<26: member { members, index in members[index].channel.cut() }
        case 26..<28: read(atMost: packets.pick([1, 100, 5_000]))
        case 28..<35: host.getOn()
        case 35..<37: host.pass(packets.pick([.milliseconds(100), .seconds(1), .seconds(6), .minutes(1)]))
        case 37: host.act(packets.pick([.clear, .lock, .unlock, .open, .open, .topic("t"), .notice("n", "en")]))
        case 38: atThePage()
        default: elsewhere()
        }
    }

    private mutating func member(_ act: (inout [LifeMember], Int) -> Void) {
        let open = members.indices.filter { members[$0].channel.isOpen }
        guard !open.isEmpty else { return }
        act(&members, packets.pick(open))
        host.loop.run()
    }

    private mutating func connect() {
        guard members.count(where: { $0.channel.isOpen }) < 12 else { return }
        let channel = host.connect(from: packets.pick(["127.0.0.1", "10.0.0.1", "10.0.0.2", "2001:db8::1"]))
        members.append(LifeMember(number: members.count, channel: channel, host.record))
        guard !packets.chance(20) else { return }
        let last = members.count - 1
        members[last].send(packets.hello(withPassword: hasPassword), &laws)
        host.loop.run()
        guard hasPassword else { return }
        host.getOn()
        wrong += members[last].read(atMost: .max, &laws)
        guard members[last].isChallenged else { return }
        members[last].send(packets.proof(), &laws)
        host.loop.run()
    }

    /// Somebody at the node's own page comes, or does something.
    private mutating func atThePage() {
        let address = packets.pick(["10.0.0.3", "127.0.0.1"])
        if seats.isEmpty || packets.chance(4) {
            let body = ByteBuffer(string: packets.hello())
            guard case .hello(let hello)? = try? MemberPacket(body: body), hello.relay == nil, !hello.asksForGrant
            else { return }
            guard let entry = host.enters(hello, from: address, isStaff: packets.chance(3)) else { return }
            laws.entered(hello, entry)
            seats.append((entry.seat, hello.device ?? "page"))
        } else {
            let text = packets.packet("p.")
            guard let packet = try? MemberPacket(body: ByteBuffer(string: text)) else { return }
            if case .hello = packet { return }
            let (seat, author) = packets.pick(seats)
            laws.said(text, by: author)
            host.receives(packet, from: seat)
        }
    }

    private mutating func say(_ count: Int) {
        let text = (0..<count).map { _ in count > 5 ? packets.message() : packets.packet("") }
        let open = members.indices.filter { members[$0].channel.isOpen }
        guard !open.isEmpty else { return connect() }
        let index = packets.pick(open)
        for text in text {
            members[index].send(text.replacing("\"nonce\":\"", with: "\"nonce\":\"\(members[index].mark)"), &laws)
        }
        host.loop.run()
    }

    /// What comes from the room's authority, where there is one.
    private mutating func elsewhere() {
        guard let authority = host.authority else { return }
        switch Int.random(in: 0..<6, using: &packets.random) {
        case 0: host.tell(.down)
        case 1: host.tell(.up(epoch: packets.epochs[1], newest: authority.newest))
        case 2, 3: host.tell(authority.saysElsewhere(packets.newID()))
        case 4: host.tell(.joined(MemberInfo(id: MemberID(rawValue: "m9"), name: "Far", lang: "en")))
        default: host.tell(.left(MemberID(rawValue: "m9")))
        }
    }

    private mutating func read(atMost limit: Int) {
        var (wrong, laws) = ([String](), laws)
        member { members, index in wrong = members[index].read(atMost: limit, &laws) }
        self.wrong += wrong
        self.laws = laws
        host.loop.run()
    }

    /// Most read at once, some are slow; nobody waits for more than the bound.
    private mutating func look() {
        for index in members.indices {
            let waiting = members[index].channel.pendingBytes
            if waiting > Self.queuedBytes + Self.burst { wrong.append("\(waiting) bytes wait for connection \(index)") }
            // Whom the room knows is learnt as soon as it does; who reads slowly does so from then on.
            guard index % 3 != 0 || members[index].welcome == nil || packets.chance(10) else { continue }
            wrong += members[index].read(atMost: .max, &laws)
            host.loop.run()
        }
        wrong += host.placesAmiss
        learn()
    }

    /// What one step may add to what waits: a burst is written whole to whoever was within the bound before it.
    private static let burst = 128 << 10

    private mutating func learn() {
        packets.ids = laws.ids
        packets.newest = laws.newest.values.max() ?? 0
        for welcome in members.suffix(3).compactMap(\.welcome) {
            if !packets.epochs.contains(welcome.epoch) { packets.epochs.append(welcome.epoch) }
            if !packets.members.contains(welcome.member.rawValue) { packets.members.append(welcome.member.rawValue) }
            if let token = welcome.token, !packets.tokens.contains(token) { packets.tokens.append(token) }
        }
    }

    /// Everybody reads, everything gets on: then all have seen the same.
    private mutating func settle() {
        for _ in 0..<6 {
            host.getOn()
            host.pass(.milliseconds(200))
            readAll()
        }
        let host = host
        host.loop.turns {
            host.getOn()
            readAll()
            return self.reached.count <= 1 || !wrong.isEmpty
        }
        let reached = reached
        if reached.count > 1 { wrong.append("members end at different numbers: \(reached.sorted())") }
    }

    private mutating func readAll() {
        for index in members.indices {
            wrong += members[index].read(atMost: .max, &laws)
            host.loop.run()
        }
    }
}
