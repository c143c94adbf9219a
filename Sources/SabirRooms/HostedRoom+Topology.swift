import NIOCore
import SabirWire

/// How the room is carried, and how far everybody is with it.
extension HostedRoom {
    package var topology: RoomTopology {
        state.topology(authority: authority?.kind ?? .own, now: .now())
    }

    /// What this node tells the one that it follows.
    package var standing: Standing { state.standing(now: .now()) }

    /// All members, whichever way they come.
    package var everybody: [MemberInfo] { state.roster.numbers.compactMap { state.roster[$0]?.info } }

    func topology(for seat: Seat) -> Reply {
        if let reason = state.floodReason(seat.number, now: .now()) {
            return .alone(.error(WireFault(.tooFast, reason)))
        }
        return .alone(.topology(topology))
    }
}
