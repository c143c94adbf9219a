import NIOCore
import SabirWire

/// What staff do, who are the node's to know.
extension HostedRoom {
    /// Does it, and tells everybody. An act that changes nothing is done silently. Throws a sentence for staff where it
    /// cannot be done.
    package func perform(_ act: StaffAct) throws(WireFault) {
        let consequences = try state.perform(act, now: .now(), wall: Self.wallClock())
        if case .clear = act { log?.forget(upTo: state.log.newest) }
        carryOut(consequences)
        if !consequences.isEmpty { logger.info("act of staff", metadata: ["act": "\(act.name.rawValue)"]) }
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
        channels = [:]
        presence = PresenceBatch()
        news?.tell(.everybody(.error(fault)))
        countChanged?(0)
    }
}
