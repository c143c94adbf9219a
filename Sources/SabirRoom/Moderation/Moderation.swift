import NIOCore
import SabirProtocol

/// What staff have decided for a room. Bounded: of many mutes, removals and bans the oldest are forgotten.
///
/// A number stands for a member in this run of the room alone; over restarts a device is known by its token.
struct Moderation: Sendable {
    static let capacity = 1_000

    struct Ban: Sendable {
        /// The id of the member that was banned; staff see and lift the ban by it.
        let member: MemberID
        let name: String
        /// The banned member's number; nil for a ban of an earlier run, whose numbers may be others' by now.
        let number: MemberNumber?
        /// Names the device at every node; nil where it is not known.
        let token: String?
        /// An address, or an IPv6 network, from which new devices are refused too; nil where the ban is of the device
        /// alone.
        let address: String?
        let until: NIODeadline
        /// The scope as staff are told it: the address may be known only at the node that the member is connected to.
        let scope: BanScope
    }

    /// A device that was muted or removed.
    struct Device: Sendable {
        let number: MemberNumber?
        let token: String?
        /// The id and name that the member had, for staff to see while the device is away. Nil where that is not known.
        var member: MemberID?
        var name: String?

        func matches(_ number: MemberNumber, _ token: String?) -> Bool {
            self.number == number || (self.token != nil && self.token == token)
        }
    }

    var isLocked = false
    var isClosed = false
    var notice: Notice?
    /// The topic that staff set; nil where they have not changed it.
    var topic: String?
    /// Muted devices, in the room or not: a device that comes back is still muted.
    private(set) var mutes: [Device] = []
    var muted: [MemberNumber] { mutes.compactMap(\.number) }
    private(set) var removed: [Device] = []
    private(set) var bans: [Ban] = []
    /// Devices that were known when the room was locked in an earlier run, and may come back.
    private(set) var admittedBefore: Set<AuthorID> = []

    func isMuted(_ number: MemberNumber, token: String? = nil) -> Bool {
        mutes.contains { $0.matches(number, token) }
    }

    /// Returns false where nothing changes. `token`: names the device, which may come back under another number.
    mutating func mute(_ number: MemberNumber, token: String? = nil, as member: MemberInfo? = nil) -> Bool {
        guard !mutes.contains(where: { $0.number == number }) else { return false }
        // Muted in an earlier run, or under another number: staff see the device once.
        let before = token.flatMap { token in mutes.last { $0.token == token } }
        if before != nil, let token { mutes.removeAll { $0.number == nil && $0.token == token } }
        Self.add(
            Device(
                number: number, token: token, member: member?.id ?? before.map { _ in number.id },
                name: member?.name ?? before?.name), to: &mutes)
        return true
    }

    /// `member`: the muted member's id, where its number is of an earlier run.
    mutating func unmute(_ number: MemberNumber, token: String? = nil, as member: MemberID? = nil) -> Bool {
        var meant = mutes.filter { $0.number == number }
        if meant.isEmpty, token == nil { meant = mutes.filter { $0.number == nil && $0.member == member } }
        let tokens = Set(meant.compactMap(\.token) + [token].compactMap(\.self))
        let before = mutes.count
        mutes.removeAll { $0.number == number || $0.token.map(tokens.contains) ?? false }
        return mutes.count < before
    }

    func mute(of member: MemberID) -> Device? { mutes.last { $0.member == member } }

    /// Notes a removal: while the room is locked, the removed device counts as new.
    mutating func remove(_ number: MemberNumber, token: String? = nil) {
        if !removed.contains(where: { $0.number == number }) {
            Self.add(Device(number: number, token: token), to: &removed)
        }
    }

    /// Whether this device was removed or banned, in an earlier run too, and has not been let in since.
    func hasRemoved(_ token: String?) -> Bool { token.map { token in removed.contains { $0.token == token } } ?? false }

    mutating func admitted(_ number: MemberNumber, token: String? = nil) {
        if !removed.isEmpty { removed.removeAll { $0.matches(number, token) } }
        if let token, mutes.contains(where: { $0.token == token }) { _ = mute(number, token: token) }
    }

    mutating func forgetAdmitted() { admittedBefore = [] }

    mutating func ban(_ ban: Ban, now: NIODeadline) {
        bans.removeAll { $0.until <= now || $0.member == ban.member || ($0.token != nil && $0.token == ban.token) }
        Self.add(ban, to: &bans)
    }

    /// Returns false where there is no such ban. `token`: names the device, which may be banned under another member
    /// id.
    mutating func unban(_ member: MemberID, token: String? = nil) -> Bool {
        let tokens = Set(bans.filter { $0.member == member }.compactMap(\.token) + [token].compactMap(\.self))
        let before = bans.count
        bans.removeAll { $0.member == member || $0.token.map(tokens.contains) ?? false }
        return bans.count < before
    }

    func ban(of member: MemberID, now: NIODeadline) -> Ban? { bans.last { $0.member == member && $0.until > now } }

    /// The bans for staff, the newest first.
    func list(now: NIODeadline, wall: Int) -> [ListedBan] {
        let listed = bans.reversed().filter { $0.until > now }.map { ban in
            let left = Int((ban.until - now).nanoseconds / 1_000_000)
            return ListedBan(member: ban.member, name: ban.name, scope: ban.scope, until: wall + left)
        }
        return ListedBan.fitting(listed)
    }

    /// Why somebody may not come in; nil where they may. `earlierNumber`: the number of a device that was in before.
    func refusal(
        of earlierNumber: MemberNumber?, _ joinContext: JoinContext, in room: String, now: NIODeadline
    ) -> WireFault? {
        // Staff with a key reopen the room from inside; other staff do so on the node's page.
        if isClosed, !joinContext.isStaffByKey {
            return WireFault(
                .closing, "The room \"\(room)\" is closed at present.", as: "closed-by-staff", fatal: true)
        }
        if let ban = bans.first(where: { $0.until > now && Self.concerns($0, earlierNumber, joinContext) }) {
            let minutes = ((ban.until - now).nanoseconds + 59_999_999_999) / 60_000_000_000
            return Self.banned(Int(minutes), "more ")
        }
        guard isLocked, !joinContext.isLetThrough, !wasIn(earlierNumber, joinContext) else { return nil }
        return WireFault(.locked, "The room \"\(room)\" is locked: nobody new can come in.", fatal: true)
    }

    /// - Parameter still: text before the unit, such as "more ".
    static func banned(_ minutes: Int, _ still: String = "") -> WireFault {
        let time = "\(minutes) \(still)\(minutes == 1 ? "minute" : "minutes")"
        return WireFault(
            .banned, "Staff have sent you out of this room for \(time).", as: "banned-for", ["n": String(minutes)],
            fatal: true)
    }

    private func wasIn(_ known: MemberNumber?, _ joinContext: JoinContext) -> Bool {
        guard known != nil || joinContext.author.map(admittedBefore.contains) ?? false else { return false }
        return !removed.contains { $0.matches(known ?? .nobody, joinContext.token) }
    }

    /// An address can be shared: a ban of it does not concern a device that was in before under another number.
    private static func concerns(_ ban: Ban, _ known: MemberNumber?, _ joinContext: JoinContext) -> Bool {
        if let token = ban.token, token == joinContext.token { return true }
        if let known { return ban.number == known }
        return ban.address != nil && ban.address == joinContext.address && !joinContext.isLetThrough
    }

    private static func add<Element>(_ element: Element, to list: inout [Element]) {
        if list.count >= capacity { list.removeFirst() }
        list.append(element)
    }
}

extension Moderation {
    init(_ stored: StoredModeration, configuredTopic: String, now: NIODeadline, wall: Int) {
        isLocked = stored.isLocked
        isClosed = stored.isClosed
        notice = stored.notice.flatMap(Notice.init)
        topic = stored.configuredTopic == configuredTopic ? stored.topic : nil
        let members = Dictionary((stored.mutedMembers ?? []).map { ($0.token, $0) }) { $1 }
        mutes = stored.muted.suffix(Self.capacity).map { token in
            let member = members[token]
            return Device(
                number: nil, token: token, member: member.map { MemberID(rawValue: $0.member) }, name: member?.name)
        }
        removed = stored.removed.suffix(Self.capacity).map { Device(number: nil, token: $0) }
        bans = stored.bans.compactMap { ban in
            let left = min(ban.until - wall, ban.left, ModerationAction.maximumMinutes * 60_000)
            guard left > 0 else { return nil }
            return Ban(
                member: MemberID(rawValue: ban.member), name: ban.name, number: nil, token: ban.token,
                address: ban.address, until: now + .milliseconds(Int64(left)),
                scope: ban.scope.flatMap(BanScope.init(rawValue:)) ?? (ban.address == nil ? .device : .address))
        }.suffix(Self.capacity)
        admittedBefore = Set(stored.admitted.map(AuthorID.init(value:)))
    }
}
