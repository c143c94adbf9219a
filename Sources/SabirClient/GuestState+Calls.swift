import NIOCore
import SabirProtocol

/// What a guest sends besides messages: calls, reports, acts of staff, requests for older lines.
extension GuestState {
    /// Sends a packet, or refuses it here without a connection: such packets are not kept for later.
    mutating func sendOrRefuse(_ packet: MemberPacket, about id: MessageID?, _ now: NIODeadline) -> [Action] {
        guard phase == .member else {
            let reason = "There is no connection to the room at the moment; try again when it is back."
            return [.emit(.refused(WireFault(.unreachable, reason, id: id)))]
        }
        // A refusal with this id would be taken for the refusal of the message itself.
        if let id, outbox.drafts.contains(where: { $0.id == id }) {
            return [.emit(.refused(WireFault(.badPacket, "This message of yours is still on its way.")))]
        }
        _ = pace?.take(now: now)
        return [.send(packet)]
    }
}
