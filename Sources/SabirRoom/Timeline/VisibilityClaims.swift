import NIOCore
import SabirProtocol

/// From which number on somebody who comes may see a room's messages: what was said while they were in, and as much
/// from before as newcomers see.
///
/// A device is known by its secret and keeps its first number, and a member without one shows the host's own token.
/// Some members know no token: `resume` is all that one without a device shows, and anybody could write any number
/// there. So such a claim counts only while the host runs, from the address of a claimable member that is in or left a
/// short while ago, and no further back than that member could see.
struct VisibilityClaims: Sendable {
    /// How long after a claimable member has left somebody may claim to be that member.
    static let patience = TimeAmount.minutes(15)
    /// Most departures remembered; the oldest are forgotten first.
    static let capacity = 1_000

    private struct Departure {
        let firstVisibleSeq: Int
        /// The address that the member left from; nil for this machine's own.
        let address: String?
        let until: NIODeadline
    }

    private var departures = CircularBuffer<Departure>()

    /// Number of the first message for somebody without proof who says that they have read up to `seq` of the messages
    /// up to `newest`. `newcomer`: that of a newcomer. `present`: the lowest first number of claimable members at this
    /// address.
    func claimed(
        _ seq: Int, from address: String?, after newest: Int, newcomer: Int, present: Int?, now: NIODeadline
    ) -> Int {
        guard seq < newest else { return newcomer }
        let recent = departures.lazy.filter { $0.until > now && $0.address == address }.map(\.firstVisibleSeq).min()
        guard let lowest = [present, recent].compactMap(\.self).min() else { return newcomer }
        return min(newcomer, max(seq + 1, lowest))
    }

    /// Remembers a claimable member that has left.
    mutating func recordDeparture(_ firstVisibleSeq: Int, from address: String?, now: NIODeadline) {
        while let first = departures.first, first.until <= now || departures.count >= Self.capacity {
            departures.removeFirst()
        }
        departures.append(Departure(firstVisibleSeq: firstVisibleSeq, address: address, until: now + Self.patience))
    }
}
