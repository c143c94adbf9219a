import NIOCore
import SabirProtocol

/// How the room is carried, and how far everybody is with it.
extension Room {
    var topology: RoomTopology { state.topology(authority: sources.authority ?? .own, now: now) }

    /// Tells somebody who would be let in, and does not come in: a `welcome` without members or a topic, then the answer.
    /// Nobody else hears of it, and no seat is taken. `proof`: the host's own, as for a member.
    mutating func topology(
        for hello: Hello, as rank: StaffRank, from address: String?, proof: String?
    ) -> Result<ByteBuffer, WireFault> {
        Result { () throws(WireFault) in
            guard !isOver else { throw WireFault(.closing, "The room is closing.", fatal: true) }
            let arrival = JoinContext(
                address: address, isStaff: rank.person != nil, isInterpreter: rank.interpreter != nil,
                author: author(of: hello), device: hello.device, token: token(of: hello))
            do throws(WireFault) {
                try state.mayAsk(hello, as: arrival, now: now)
            } catch {
                if error == RoomLimits.tooManyJoins { meter.refused(.joinsPerRoom) }
                throw error
            }
            var welcome = state.welcomeOfNobody()
            welcome.proof = proof
            var told = topology
            (told.people, told.places) = state.places
            var frames = FrameEncoder()
            frames.append(HostPacket.welcome(welcome))
            frames.append(HostPacket.topology(told))
            return frames.take()
        }
    }

    mutating func topology(for seat: Seat) -> Reply {
        if let fault = state.flood(seat.number, counting: 0, now: now) { return .alone(.error(fault)) }
        return .alone(.topology(topology))
    }
}
