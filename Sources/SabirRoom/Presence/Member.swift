import NIOCore
import SabirProtocol

/// A member's number within one run of a room; the public member id is made from it.
struct MemberNumber: Hashable, Comparable, Sendable {
    let value: UInt64

    /// Stands for an unknown member.
    static let nobody = MemberNumber(value: .max)

    static func < (one: MemberNumber, other: MemberNumber) -> Bool { one.value < other.value }

    /// `m` and the number in base 36.
    var id: MemberID { MemberID(rawValue: "m" + String(value, radix: 36)) }

    /// How many bits of a number are below its space. Numbers of the room's authority are in space 0. A node with its
    /// authority elsewhere numbers its members in a space of its own, without asking anybody.
    static let spaceBits: UInt64 = 40

    var space: UInt64 { value >> Self.spaceBits }

    init(value: UInt64) { self.value = value }

    init?(_ id: MemberID) {
        guard id.rawValue.hasPrefix("m"), let value = UInt64(id.rawValue.dropFirst(), radix: 36) else { return nil }
        self.value = value
    }
}

/// Where a member is connected.
enum Whereabouts: Hashable, Sendable {
    /// To this node.
    case here
    /// To another node of the room, by way of its authority.
    case elsewhere
    /// To a relay, which is this member.
    case behind(MemberNumber)
}

/// Someone in a hosted room, and how the host reaches them.
struct Member: Sendable {
    let number: MemberNumber
    var info: MemberInfo
    /// Which of the member's successive connections is the present one.
    var connection: UInt64
    var lastHeard: NIODeadline
    var lastPinged: NIODeadline
    var flood = FloodGuard()
    var joinContext = JoinContext()
    var whereabouts = Whereabouts.here
    /// Number of the first message that the member may see.
    var firstVisibleSeq = 1
    /// For a member connected elsewhere: the first message that was told to it, where that is known. Used for counting
    /// alone; the node that the member is connected to decides what it may see.
    var toldFrom: Int?
    /// For a member in this process: how many streams it reads. May be negative for a moment, as opening and closing
    /// can be told in either order.
    var streams = 0
    /// Since when the member has no stream; nil for a member over the network.
    var absentSince: NIODeadline?
    /// Whether the member is recognised when it comes back.
    var hasDevice = true
    /// Whether a returning member can prove nothing: it has no device and knows no token.
    var isClaimable: Bool { !hasDevice && !joinContext.features.contains(.token) }
}

extension MemberHere {
    init(_ member: Member) {
        self.init(member.info, token: member.joinContext.token, firstVisibleSeq: member.firstVisibleSeq)
    }
}
