import NIOCore
import SabirProtocol

/// From which number on whoever comes may see a room's lines: what was said while they were in, and as much from
/// before as newcomers see.
///
/// A device is known by its secret and keeps the first number that it was given, and a member without one shows the
/// host's own token. Some members know no token: `resume` is all that one without a device shows, and anybody could
/// write any number there. So a claim counts for as long as the host runs, from the address of such a member that is in
/// or left a short while ago, and no further back than that one could see.
struct VisibilityClaims: Sendable {
    /// How long after such a member has left somebody may claim to be it.
    static let patience = TimeAmount.minutes(15)
    /// Departures remembered; the oldest go first.
    static let capacity = 1_000

    private struct Departure {
        let firstVisibleSeq: Int
        /// Nil for this machine.
        let address: String?
        let until: NIODeadline
    }

    /// Lines from before their coming that newcomers see.
    var newcomersSee: Int
    private var departures = CircularBuffer<Departure>()

    init(newcomersSee: Int) { self.newcomersSee = newcomersSee }

    /// That of somebody who comes while `newest` is the newest line.
    func newcomer(after newest: Int) -> Int { max(1, newest - min(newcomersSee, newest) + 1) }

    /// That of somebody who shows nothing and says that it has read up to `seq`. `present`: the lowest number of those
    /// at this address who could be meant and are in the room.
    func claimed(_ seq: Int, from address: String?, after newest: Int, present: Int?, now: NIODeadline) -> Int {
        let newcomer = newcomer(after: newest)
        guard seq < newest else { return newcomer }
        let recent = departures.lazy.filter { $0.until > now && $0.address == address }.map(\.firstVisibleSeq).min()
        guard let lowest = [present, recent].compactMap(\.self).min() else { return newcomer }
        return min(newcomer, max(seq + 1, lowest))
    }

    /// A member who could be meant has left.
    mutating func recordDeparture(_ firstVisibleSeq: Int, from address: String?, now: NIODeadline) {
        while let first = departures.first, first.until <= now || departures.count >= Self.capacity {
            departures.removeFirst()
        }
        departures.append(Departure(firstVisibleSeq: firstVisibleSeq, address: address, until: now + Self.patience))
    }
}
