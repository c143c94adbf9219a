import NIOCore
import SabirCore
import SabirProtocol

/// The limits of one port; nil where there is none.
package struct ConnectionLimits: Sendable, Hashable {
    /// Connections at once: what the process's limit of file descriptors leaves for them.
    package var connections: Int
    /// Connections at once from one address.
    package var connectionsPerAddress: Int?
    /// Joins from one address in a minute.
    package var joinsPerMinute: Int?
    /// Packets of one connection, of any type. Past the limit nothing more is read from the connection for a while.
    var packets: TokenBucket.Rate?
    /// How long a connection may be silent before its hello, and after its question. The contract says five seconds;
    /// longer where the whole process waits for a busy machine, as the peer is then not to blame.
    package var patienceWithHello = TimeAmount.seconds(5)
    /// How long a refused peer has for the handshake and for reading the reason.
    package var patienceWithRefused = TimeAmount.seconds(1)

    package init(
        connections: Int = .max, connectionsPerAddress: Int? = nil, joinsPerMinute: Int? = nil,
        packets: (perSecond: Int, burst: Int)? = nil
    ) {
        self.packets = packets.map { TokenBucket.Rate(perSecond: Double($0.perSecond), burst: Double($0.burst)) }
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.joinsPerMinute = joinsPerMinute
    }
}

/// Counts a port's connections, in all and for each address and network (`AddressGroup`), and their joins and packets.
/// Pure: the time is passed in.
///
/// Everybody may be behind this machine's own addresses, so those count only in all; so does a nil address.
struct ConnectionGate: Sendable {
    /// Connections beyond the limit that are told the reason at a time; further ones are closed without a word.
    static let told = 64

    /// How many connections' packets one address may send in all: as for messages (`MessageBudgets`), one that floods
    /// leaves the others at its address what one may send.
    static let packetShares = 2.0

    /// What happens to a new connection.
    enum Verdict: Hashable {
        case welcome
        case refused(RoomLimit, WireFault)
        case dropped(RoomLimit)
    }

    private var limits: ConnectionLimits
    private var limiter: AddressLimiter
    private var beingTold = 0
    private var joins = AddressBuckets()
    private var questions = AddressBuckets()
    private var packets = AddressBuckets()

    init(_ limits: ConnectionLimits) {
        self.limits = limits
        limiter = AddressLimiter(most: limits.connections, perAddress: limits.connectionsPerAddress)
    }

    var count: Int { limiter.count }

    /// Applies new limits. Connections that are open stay.
    mutating func apply(_ limits: ConnectionLimits) {
        self.limits = limits
        limiter.setLimits(most: limits.connections, perAddress: limits.connectionsPerAddress)
    }

    /// Counts a connection until `close`, also one that is refused.
    mutating func open(_ address: String?) -> Verdict {
        let groups = JoinContext.groups(of: address)
        let verdict = verdict(of: groups)
        limiter.open(groups)
        if case .refused = verdict { beingTold += 1 }
        return verdict
    }

    mutating func close(_ address: String?, after verdict: Verdict) {
        limiter.close(JoinContext.groups(of: address))
        if case .refused = verdict { beingTold -= 1 }
    }

    private func verdict(of groups: [AddressGroup]) -> Verdict {
        switch limiter.refusal(of: groups) {
        case nil: return .welcome
        case .all: return refusal(.connections, "This host holds as many connections as it can.")
        case .address:
            return refusal(
                .connectionsPerAddress, "Your address or network holds as many connections to this host as it may.")
        }
    }

    private func refusal(_ limit: RoomLimit, _ why: String) -> Verdict {
        guard beingTold < Self.told else { return .dropped(limit) }
        return .refused(limit, WireFault(.tooMany, why + " Try again later.", fatal: true))
    }

    /// Counts a request for the list of rooms. Returns false where the address has asked as often within a minute as it
    /// may join.
    mutating func admitQuestion(from address: String?, now: NIODeadline) -> Bool {
        guard let rate = limits.joinsPerMinute.map(TokenBucket.Rate.init(perMinute:)) else { return true }
        return questions.take(for: JoinContext.groups(of: address), rate, now: now)
    }

    /// How many packets one member may have read before other connections have their turn: as many as may arrive while
    /// reading rests, and none while the member's address has sent too many. Nil for no limit.
    func packetsInOneTurn(from groups: [AddressGroup], now: NIODeadline) -> Int? {
        guard let rate = limits.packets else { return nil }
        guard packets.holds(1, for: groups, rate.times(Self.packetShares), now: now) else { return 0 }
        return max(1, Int(rate.perSecond * Double(ReadingPace.rest.nanoseconds) / 1e9))
    }

    mutating func took(_ count: Int, from groups: [AddressGroup], now: NIODeadline) {
        guard let rate = limits.packets else { return }
        packets.charge(Double(count), for: groups, rate.times(Self.packetShares), now: now)
    }

    /// Counts a join. Returns false where so many have joined from the address within a minute that this one has to
    /// wait.
    mutating func admitJoin(from address: String?, now: NIODeadline) -> Bool {
        guard let rate = limits.joinsPerMinute.map(TokenBucket.Rate.init(perMinute:)) else { return true }
        return joins.take(for: JoinContext.groups(of: address), rate, now: now)
    }
}
