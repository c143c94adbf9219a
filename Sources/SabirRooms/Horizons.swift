import NIOCore
import SabirWire

/// From which number on whoever comes may see a room's lines: what was said while they were in, and as much from
/// before as newcomers see.
///
/// A device is known by its secret and keeps its first horizon. Without one, `resume` is all that a returning member
/// shows for what it may see, and anybody could write any number there. So a claim counts no further back than what a
/// member without a device could see who is in, or was a short while ago: it may be that one coming back.
struct Horizons: Sendable {
    /// How long after a member without a device has left somebody may claim to be it.
    static let patience = TimeAmount.minutes(15)
    /// Departures remembered; the oldest go first.
    static let capacity = 1_000

    private struct Departure {
        let horizon: Int
        let until: NIODeadline
    }

    /// Lines from before their coming that newcomers see.
    private let newcomersSee: Int
    private var departures = CircularBuffer<Departure>()
    /// Until then every claim is believed: after a start from disk the room does not know who was in.
    let believesUntil: NIODeadline?

    init(newcomersSee: Int, believesUntil: NIODeadline? = nil) {
        self.newcomersSee = newcomersSee
        self.believesUntil = believesUntil
    }

    /// That of somebody who comes while `newest` is the newest line.
    func newcomer(after newest: Int) -> Int { max(1, newest - min(newcomersSee, newest) + 1) }

    func believes(_ now: NIODeadline) -> Bool { believesUntil.map { now < $0 } ?? false }

    /// That of somebody unknown who says that it has read up to `seq`. `present`: the lowest horizon of those members in
    /// the room who have no device.
    func claimed(_ seq: Int, after newest: Int, present: Int?, now: NIODeadline) -> Int {
        let newcomer = newcomer(after: newest)
        guard seq < newest else { return newcomer }
        if believes(now) { return min(newcomer, seq + 1) }
        let recent = departures.lazy.filter { $0.until > now }.map(\.horizon).min()
        guard let lowest = [present, recent].compactMap(\.self).min() else { return newcomer }
        return min(newcomer, max(seq + 1, lowest))
    }

    /// A member without a device has left.
    mutating func left(_ horizon: Int, now: NIODeadline) {
        while let first = departures.first, first.until <= now || departures.count >= Self.capacity {
            departures.removeFirst()
        }
        departures.append(Departure(horizon: horizon, until: now + Self.patience))
    }
}
