import NIOCore
import SabirWire

/// What staff have decided for a room. Bounded: of many mutes, removals and bans the oldest are forgotten.
struct Moderation: Sendable {
    static let capacity = 1_000

    private struct Ban {
        let number: MemberNumber
        let address: String?
        /// Stands for the device at every node; nil where it is not known.
        let token: String?
        let until: NIODeadline
    }

    private struct Mute {
        let number: MemberNumber
        let token: String?
    }

    var isLocked = false
    var isClosed = false
    var notice: Notice?
    /// In the room or not: a device that comes back is muted still.
    private var mutes: [Mute] = []
    var muted: [MemberNumber] { mutes.map(\.number) }
    private var removed: [MemberNumber] = []
    private var bans: [Ban] = []

    func isMuted(_ number: MemberNumber) -> Bool { mutes.contains { $0.number == number } }

    /// False where nothing changes. `token`: stands for the device where it may come under another number.
    mutating func mute(_ number: MemberNumber, token: String? = nil) -> Bool {
        guard !isMuted(number) else { return false }
        Self.add(Mute(number: number, token: token), to: &mutes)
        return true
    }

    mutating func unmute(_ number: MemberNumber, token: String? = nil) -> Bool {
        let tokens = Set(mutes.filter { $0.number == number }.compactMap(\.token) + [token].compactMap(\.self))
        let before = mutes.count
        mutes.removeAll { $0.number == number || $0.token.map(tokens.contains) ?? false }
        return mutes.count < before
    }

    /// While the room is locked, who was removed counts as new.
    mutating func remove(_ number: MemberNumber) {
        if !removed.contains(number) { Self.add(number, to: &removed) }
    }

    mutating func admitted(_ number: MemberNumber, token: String? = nil) {
        if !removed.isEmpty { removed.removeAll { $0 == number } }
        if let token, mutes.contains(where: { $0.token == token }) { _ = mute(number, token: token) }
    }

    mutating func ban(
        _ number: MemberNumber, at address: String?, token: String? = nil, until: NIODeadline, now: NIODeadline
    ) {
        bans.removeAll { $0.until <= now || $0.number == number }
        Self.add(Ban(number: number, address: address, token: token, until: until), to: &bans)
    }

    /// Why somebody may not come in; nil where they may. `known`: the number of a device that was in before.
    func refusal(of known: MemberNumber?, _ arrival: Arrival, in room: String, now: NIODeadline) -> WireFault? {
        // Who has a key of staff opens it again from inside; others of staff do so on the node's page.
        if isClosed, !arrival.holdsKey {
            return WireFault(.closing, "The room \"\(room)\" is closed at present.", fatal: true)
        }
        if let ban = bans.first(where: { $0.until > now && Self.concerns($0, known, arrival) }) {
            let minutes = ((ban.until - now).nanoseconds + 59_999_999_999) / 60_000_000_000
            let left = minutes == 1 ? "1 more minute" : "\(minutes) more minutes"
            return WireFault(.banned, "Staff have sent you out of this room for \(left).", fatal: true)
        }
        guard isLocked, !arrival.isStaff, known.map(removed.contains) ?? true else { return nil }
        return WireFault(.locked, "The room \"\(room)\" is locked: nobody new can come in.", fatal: true)
    }

    /// An address can be shared: it does not speak against a device that was in before under another number.
    private static func concerns(_ ban: Ban, _ known: MemberNumber?, _ arrival: Arrival) -> Bool {
        if let token = ban.token, token == arrival.token { return true }
        if let known { return ban.number == known }
        return ban.address != nil && ban.address == arrival.address && !arrival.isStaff
    }

    private static func add<Element>(_ element: Element, to list: inout [Element]) {
        if list.count >= capacity { list.removeFirst() }
        list.append(element)
    }
}
