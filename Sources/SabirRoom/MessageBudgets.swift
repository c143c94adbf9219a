import NIOCore
import SabirCore

/// How many messages people send to a room, and what else costs as much: each for itself, and all at one address
/// together. Counted by what stays when somebody leaves and comes in again as another member. Pure: the time is passed
/// in. Bounded, as `BucketTable`.
struct MessageBudgets: Sendable {
    /// Whose messages are counted together.
    enum Speaker: Hashable, Sendable {
        /// What stands for a device in this room.
        case device(String)
        /// Who shows no device. A newcomer each time: the address alone bounds those.
        case member(MemberNumber)
    }

    private var speakers = BucketTable<Speaker>()
    /// Lines of those at the page, which count among their speaker's messages as well.
    private var lines = BucketTable<Speaker>()
    private var addresses = AddressBuckets()

    /// What all at one address may send together, where each may send so much.
    ///
    /// Twice as much: one who floods leaves the others at the address what one of them may send, and one telephone that
    /// comes as ever new members has no more than two. And 40 a second and 400 at once however little each may send:
    /// behind one router may be a school, of which a room takes 250 (`max_members_per_address`), so that is a message of
    /// each every six seconds, or one of each at the same moment.
    static func rate(ofAddressWhereEachMay rate: TokenBucket.Rate) -> TokenBucket.Rate {
        TokenBucket.Rate(perSecond: max(40, 2 * rate.perSecond), burst: max(400, 2 * rate.burst))
    }

    /// What a message counts for at its address: one for each 1,000 bytes begun. So 40 a second are 40 kB a second for
    /// whatever keeps them, and not 640.
    static func cost(of text: String) -> Double { Double(max(1, (text.utf8.count + 999) / 1_000)) }

    /// Counts one message. The limit that stands in its way, where one does; then it costs nothing.
    ///
    /// - Parameters:
    ///   - groups: where from; none where it counts for its speaker alone.
    ///   - cost: what it counts for there; 0 for a question, of which nobody else is told and nothing is kept. Each who
    ///     reads in a class may ask for a translation of each line.
    ///   - rateByHand: what of lines the speaker may write besides; nil for what is no line, or not written at the page.
    mutating func refusal(
        of speaker: Speaker, at groups: [AddressGroup], counting cost: Double = 1, _ rate: TokenBucket.Rate,
        byHand rateByHand: TokenBucket.Rate? = nil, now: NIODeadline
    ) -> RoomLimit? {
        guard speakers.holds(1, for: speaker, rate, now: now) else { return .messages }
        if let rateByHand, !lines.holds(1, for: speaker, rateByHand, now: now) { return .messages }
        if cost > 0 {
            let shared = Self.rate(ofAddressWhereEachMay: rate)
            guard addresses.take(cost, for: groups, shared, now: now) else { return .messagesPerAddress }
        }
        _ = speakers.take(for: speaker, rate, now: now)
        if let rateByHand { _ = lines.take(for: speaker, rateByHand, now: now) }
        return nil
    }
}

extension Member {
    var speaker: MessageBudgets.Speaker { joinContext.token.map { .device($0) } ?? .member(number) }

    /// What its messages count for besides itself. None for this machine's own address, behind which may be everybody; for
    /// staff, who are not to be kept silent by a flood from where they are; and for who is elsewhere, whose node counts it
    /// there.
    var countedGroups: [AddressGroup] {
        placeHolders.compactMap { if case .address(let group) = $0 { group } else { nil } }
    }
}
