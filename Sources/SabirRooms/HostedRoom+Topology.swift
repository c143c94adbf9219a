import NIOCore
import SabirWire

/// How the room is carried, and how far everybody is with it.
extension HostedRoom {
    package var topology: RoomTopology {
        state.topology(authority: authority?.kind ?? .own, now: loop.now)
    }

    /// What this node tells the one that it follows.
    package var standing: Standing { state.standing(now: loop.now) }

    /// All members, whichever way they come.
    package var everybody: [MemberInfo] { state.roster.numbers.compactMap { state.roster[$0]?.info } }

    func topology(for seat: Seat) -> Reply {
        if let reason = state.floodReason(seat.number, now: loop.now) {
            return .alone(.error(WireFault(.tooFast, reason)))
        }
        return .alone(.topology(topology))
    }
}
