import SabirProtocol

/// The lifetime of one connection on the host's side: hello, member, over.
///
/// A pure state machine: the handler feeds it decoded packets and performs the action that it returns.
struct HostConnection {
    enum Phase {
        case awaitingHello
        /// The peer was sent a challenge.
        case awaitingProof
        case member
        /// The peer asked a question and was answered; it has no seat.
        case answered
        case over
    }

    /// Most pages of the list of rooms that one connection is sent: more than any node has.
    static let mostPages = 32

    enum Action: Equatable {
        indirect case join(Hello)
        case list(after: String?)
        case check(proof: String)
        /// Pass the packet to the room.
        case deliver
        /// Tell the member, and go on.
        indirect case refuse(WireFault)
        /// Tell the peer why, then close.
        indirect case closeSaying(WireFault)
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
        case (.awaitingHello, .rooms(let after)): return list(after: after)
        case (.answered, _): return .ignore
        // A member has no use for the list.
        case (.member, .rooms): return .ignore
        case (.awaitingProof, .proof(let proof)): return .check(proof: proof)
        case (.awaitingProof, _):
            return end(WireFault(.badPacket, "The answer to a challenge has to be a proof."))
        case (.awaitingHello, _):
            return end(WireFault(.badPacket, "The first packet has to be a hello."))
        case (.member, _): return .deliver
        }
    }

    private mutating func list(after: String?) -> Action {
        pages += 1
        guard pages <= Self.mostPages else {
            return end(WireFault(.tooFast, "This connection has been told of the rooms often enough."))
        }
        return .list(after: after)
    }

    /// Notes a packet that could not be decoded.
    mutating func failed(_ fault: WireFault) -> Action {
        switch phase {
        case .over: .ignore
        case .member where !fault.fatal: .refuse(fault)
        case .member, .awaitingHello, .awaitingProof, .answered: end(fault)
        }
    }

    mutating func challenged() { phase = .awaitingProof }

    mutating func noteAnswer() { phase = .answered }

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

    /// Notes that the room has dropped the member, or that the connection is gone.
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
