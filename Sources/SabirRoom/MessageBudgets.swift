import NIOCore
import SabirCore

/// How many messages people send to a room, and whatever else costs as much: for each person, and for all at one
/// address together. People are known by what stays the same when somebody leaves and comes in again as another member.
/// Pure: the time is passed in. Bounded, as `BucketTable` is.
struct MessageBudgets: Sendable {
    /// Whose messages are counted together.
    enum Speaker: Hashable, Sendable {
        /// The token of a device in this room.
        case device(String)
        /// A member without a device: a newcomer each time, so that only the address bounds such members.
        case member(MemberNumber)
    }

    private var speakers = BucketTable<Speaker>()
    /// Lines written at the page, which count among their author's messages as well.
    private var lines = BucketTable<Speaker>()
    private var addresses = AddressBuckets()

    /// What all at one address may send together, where each may send `rate`.
    ///
    /// Twice as much: one who floods leaves the others at the address what one of them may send, and a telephone that
    /// comes as ever new members has no more than two. At least 40 a second and 400 at once, as a school may be behind
    /// one router, of which a room takes 250 (`max_members_per_address`): that is a message of each every six seconds,
    /// or one of each at the same moment.
    static func rate(ofAddressWhereEachMay rate: TokenBucket.Rate) -> TokenBucket.Rate {
        TokenBucket.Rate(perSecond: max(40, 2 * rate.perSecond), burst: max(400, 2 * rate.burst))
    }

    /// What a message counts for at its address: one for each 1,000 bytes begun. So 40 a second are at most 40 kB a
    /// second for whatever keeps them, and not 640.
    static func cost(of text: String) -> Double { Double(max(1, (text.utf8.count + 999) / 1_000)) }

    /// Counts one message. Returns the limit that it exceeds, if any; the message then costs nothing.
    ///
    /// - Parameters:
    ///   - groups: the author's address groups; none where the message counts for its author alone.
    ///   - cost: what the message counts for at its address; 0 for a question, which nobody else sees and nothing
    ///     keeps. Each reader in a class may ask for a translation of each line.
    ///   - rateByHand: the further limit for lines written at the page; nil for anything else.
    mutating func refusal(
        of speaker: Speaker, at groups: [AddressGroup], counting cost: Double = 1, _ rate: TokenBucket.Rate,
        byHand rateByHand: TokenBucket.Rate? = nil, now: NIODeadline
    ) -> RoomLimit? {
        guard speakers[speaker].holds(1, rate, now: now) else { return .messages }
        if let rateByHand, !lines[speaker].holds(1, rateByHand, now: now) { return .messages }
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

    /// The address groups in which a member's messages are counted. None for this machine's own address, as everybody
    /// may be behind it; for staff, whom a flood from their address must not silence; and for a member elsewhere, whose
    /// node counts it.
    var countedGroups: [AddressGroup] {
        placeHolders.compactMap { if case .address(let group) = $0 { group } else { nil } }
    }
}
