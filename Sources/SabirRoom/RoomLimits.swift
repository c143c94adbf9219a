import NIOCore
import SabirCore
import SabirProtocol

/// How much a room takes in a while: messages of each member, of each address and of all together, and joins from other
/// machines. Pure: the time is passed in.
struct RoomLimits: Sendable {
    private var settings: RoomSettings
    private var budgets = MessageBudgets()
    /// Messages of all members together.
    private var messages = TokenBucket()
    private var joins = TokenBucket()
    private var refusals: [RoomLimit: Int] = [:]

    init(_ settings: RoomSettings) { self.settings = settings }

    /// Applies new limits; recent messages and joins still count.
    mutating func apply(_ settings: RoomSettings) { self.settings = settings }

    /// Counts a message of this member. Returns the limit that it exceeds; nil where there is none.
    ///
    /// - Parameters:
    ///   - id: nil for what its sender cannot send again.
    ///   - cost: what the message counts for at its address (`MessageBudgets`).
    ///   - isByHand: whether it is a line typed at the page.
    mutating func refusal(
        of id: MessageID?, by number: MemberNumber, counting cost: Double, isByHand: Bool = false,
        in roster: inout Roster, now: NIODeadline
    ) -> RoomLimit? {
        let limit =
            roster.update(number) {
                refusal(of: id, by: &$0, counting: cost, isByHand: isByHand, now: now)
            } ?? .messages
        return limit.map { refused($0) }
    }

    private mutating func refusal(
        of id: MessageID?, by member: inout Member, counting cost: Double, isByHand: Bool, now: NIODeadline
    ) -> RoomLimit? {
        if let rate = settings.floodLimit {
            guard !member.flood.isAwaitingAnother(than: id, now: now) else { return .messages }
            let limit = budgets.refusal(
                of: member.speaker, at: member.countedGroups, counting: cost, rate,
                byHand: isByHand ? rateByHand : nil, now: now)
            if let limit {
                member.flood.owe(id, now: now)
                return limit
            }
            member.flood.forgetRefused()
        }
        guard !takeForAllTogether(now) else { return nil }
        member.flood.owe(id, now: now)
        return .messagesPerRoom
    }

    /// The rate of lines typed at the page: higher than anybody types. So somebody who floods a room from a telephone
    /// leaves the others little to read past; ten lines that waited for the network still go out at once.
    private var rateByHand: TokenBucket.Rate? {
        settings.floodLimit.map { TokenBucket.Rate(perSecond: min($0.perSecond, 2), burst: min($0.burst, 10)) }
    }

    /// Takes from the limit of all together, after those of member and address, so that one who floods does not use up
    /// what the others may say. Returns false where that limit is exceeded.
    private mutating func takeForAllTogether(_ now: NIODeadline) -> Bool {
        guard let rate = settings.ceilings.messages else { return true }
        return messages.take(rate, now: now)
    }

    @discardableResult
    mutating func refused(_ limit: RoomLimit) -> RoomLimit {
        refusals[limit, default: 0] += 1
        return limit
    }

    func reason(_ limit: RoomLimit, isByHand: Bool) -> String {
        switch limit {
        case .messages:
            "At most \(Int((isByHand ? rateByHand : settings.floodLimit)?.perSecond ?? 0)) messages a second are taken; "
                + "try again shortly."
        case .messagesPerAddress: "More is being said from your address than the room takes; try again shortly."
        default: "More is being said in this room than it can take; try again shortly."
        }
    }

    /// Removes and returns how often each limit was exceeded.
    mutating func takeRefusals() -> [RoomLimit: Int] {
        defer { refusals = [:] }
        return refusals
    }

    /// Counts a join. Returns false past the limit. Joins from this machine do not count, as everybody may be behind
    /// loopback.
    mutating func admitJoin(_ joinContext: JoinContext, _ now: NIODeadline) -> Bool {
        guard let rate = settings.ceilings.joins, joinContext.address != nil else { return true }
        return joins.take(rate, now: now)
    }

    static let tooManyJoins = WireFault(
        .tooFast, "Too many have come into this room within a minute; try again shortly.", as: "too-often", fatal: true)
}
