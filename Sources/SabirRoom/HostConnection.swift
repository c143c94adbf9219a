import SabirProtocol

/// The lifetime of one connection on the host's side: first a hello, then a member, then over.
///
/// A pure state machine: the handler feeds it what it decoded and performs the action it answers with.
struct HostConnection {
    enum Phase {
        case awaitingHello
        /// It was sent a challenge.
        case awaitingProof
        case member
        /// It asked and was answered; it has no seat.
        case answered
        case over
    }

    /// Pages of the list of rooms that one connection is told: more than any node has.
    static let mostPages = 32

    enum Action: Equatable {
        case join(Hello)
        /// Tell which rooms there are.
        case list(RoomListRequest)
        case check(proof: String)
        /// The packet is the room's.
        case deliver
        /// Tell the member, and go on.
        case refuse(WireFault)
        /// Tell the peer why, then close.
        case closeSaying(WireFault)
        case close
        case ignore
    }

    private(set) var phase = Phase.awaitingHello
    private var pages = 0

    mutating func received(_ packet: MemberPacket) -> Action {
        switch (phase, packet) {
        case (.over, _), (_, .unknown): return .ignore
        case (_, .bye): return close()
        case (.awaitingHello, .hello(let hello)): return .join(hello)
        case (.awaitingHello, .rooms(let request)): return list(request)
        case (.answered, _): return .ignore
        // Of no use to whoever is in.
        case (.member, .rooms): return .ignore
        case (.awaitingProof, .proof(let proof)): return .check(proof: proof)
        case (.awaitingProof, _):
            return end(WireFault(.badPacket, "The answer to a challenge has to be a proof."))
        case (.awaitingHello, _):
            return end(WireFault(.badPacket, "The first packet has to be a hello."))
        case (.member, _): return .deliver
        }
    }

    private mutating func list(_ request: RoomListRequest) -> Action {
        pages += 1
        guard pages <= Self.mostPages else {
            return end(WireFault(.tooFast, "This connection has been told of the rooms often enough."))
        }
        return .list(request)
    }

    /// A packet that could not be read.
    mutating func failed(_ fault: WireFault) -> Action {
        switch phase {
        case .over: .ignore
        case .member where !fault.fatal: .refuse(fault)
        case .member, .awaitingHello, .awaitingProof, .answered: end(fault)
        }
    }

    mutating func challenged() { phase = .awaitingProof }

    mutating func answered() { phase = .answered }

    mutating func joined() { phase = .member }

    mutating func refusedHello(_ fault: WireFault) -> Action { end(fault) }

    mutating func helloTimedOut() -> Action {
        switch phase {
        case .awaitingHello: end(WireFault(.helloTimeout, "No hello came within 5 seconds."))
        case .awaitingProof: end(WireFault(.helloTimeout, "No proof came within 30 seconds of the challenge."))
        case .answered: close()
        case .member, .over: .ignore
        }
    }

    /// The room no longer knows the member, or the connection is gone.
    mutating func ended() { phase = .over }

    private mutating func close() -> Action {
        phase = .over
        return .close
    }

    private mutating func end(_ fault: WireFault) -> Action {
        phase = .over
        return .closeSaying(fault.asFatal)
    }
}
