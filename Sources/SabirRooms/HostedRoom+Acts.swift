import NIOCore
import SabirWire

/// What staff do, who are the node's to know.
extension HostedRoom {
    /// Does it, writes it down, and tells everybody; false where it changes nothing, of which nobody is told. Throws a
    /// sentence for staff where it cannot be done. `who` is for the record alone.
    @discardableResult
    package func perform(_ act: StaffAct, by who: String = "node") throws(WireFault) -> Bool {
        try perform(act, by: who, for: nil)
    }

    /// `asker`: whoever is to hear what became of it where the room's host is elsewhere.
    func perform(_ act: StaffAct, by who: String, for asker: ActsUnderWay.Asker?) throws(WireFault) -> Bool {
        if let authority { return try passOn(act, by: who, for: asker, authority) }
        let concerned = act.member.flatMap(MemberNumber.init).flatMap { state.roster[$0]?.info }
        let consequences = try state.perform(act, now: loop.now, wall: wallClock)
        if case .clear = act { log?.forget(upTo: state.log.newest) }
        guard !consequences.isEmpty else { return false }
        record(act, by: who, on: concerned)
        carryOut(consequences)
        logger.info("act of staff", metadata: ["act": "\(act.name.rawValue)"])
        return true
    }

    func carryOut(_ consequences: [RoomState.Consequence]) {
        for consequence in consequences {
            switch consequence {
            case .tell(let packet): broadcast(packet)
            case .drop(let number, let fault): drop(number, fault)
            case .sendAllOut(let fault): sendAllOut(fault)
            }
        }
    }

    /// Everybody at once: to tell each of the leaving of each other would cost the square of their number.
    private func sendAllOut(_ fault: WireFault) {
        flush()
        state.sendAllOut()
        for channel in channels.values { channel.close(saying: fault, within: Self.farewell) }
        (channels, catchUps) = ([:], [:])
        presence = PresenceBatch()
        news?.tell(.everybody(.error(fault)))
        countChanged?(0)
    }
}
