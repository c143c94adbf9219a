import NIOCore
import SabirProtocol

/// A member's number within one run of a room: its public id is made of it.
struct MemberNumber: Hashable, Comparable, Sendable {
    let value: UInt64

    /// Nobody's: where it is no longer known whose something was.
    static let nobody = MemberNumber(value: .max)

    static func < (one: MemberNumber, other: MemberNumber) -> Bool { one.value < other.value }

    /// `m` and the number in base 36.
    var id: MemberID { MemberID(rawValue: "m" + String(value, radix: 36)) }

    /// Numbers that a node gives by itself: those of the room's authority are in space 0, a node that has its
    /// authority elsewhere has a space of its own, so that it needs to ask nobody.
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
    /// Which of the member's connections, one after another, is the present one.
    var connection: UInt64
    var lastHeard: NIODeadline
    var lastPinged: NIODeadline
    var flood = FloodGuard()
    var joinContext = JoinContext()
    var whereabouts = Whereabouts.here
    /// The first number it may see.
    var firstVisibleSeq = 1
    /// Of one who is not connected here: the first number that was told to it, as far as that is known. For counting alone,
    /// whoever it is connected to says what it may see.
    var toldFrom: Int?
    /// Of a member in this process: streams over which somebody reads for it. What opens and what closes may be told in
    /// either order.
    var streams = 0
    /// Since when it has none; nil of a member over the network.
    var absentSince: NIODeadline?
    /// Whether it will be known again when it comes back.
    var hasDevice = true
    /// Whether nothing but what it says stands for it when it comes back, as for one without a device that knows no token.
    var isClaimable: Bool { !hasDevice && !joinContext.features.contains(.token) }
}
