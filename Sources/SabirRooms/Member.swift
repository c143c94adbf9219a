import NIOCore
import SabirWire

/// A member's number within one life of a room: its public id is made of it.
struct MemberNumber: Hashable, Comparable, Sendable {
    let value: UInt64

    /// Nobody's: where it is no longer known whose something was.
    static let nobody = MemberNumber(value: .max)

    static func < (one: MemberNumber, other: MemberNumber) -> Bool { one.value < other.value }

    /// `m` and the number in base 36.
    var id: MemberID { MemberID(rawValue: "m" + String(value, radix: 36)) }

    init(value: UInt64) { self.value = value }

    init?(_ id: MemberID) {
        guard id.rawValue.hasPrefix("m"), let value = UInt64(id.rawValue.dropFirst(), radix: 36) else { return nil }
        self.value = value
    }
}

/// Someone in a hosted room, and how the host reaches them.
struct Member: Sendable {
    let number: MemberNumber
    var info: MemberInfo
    /// Which of the member's connections, one after another, is the present one.
    var connection: UInt64
    var lastHeard: NIODeadline
    var lastPinged: NIODeadline
    var flood: FloodGuard
    var arrival = Arrival()
    /// The first number it may see.
    var horizon = 1
    /// Whether it will be known again when it comes back.
    var hasDevice = true
    /// Bytes it was sent at once on resume: they do not count against its queue.
    var resumedBytes = 0
}
