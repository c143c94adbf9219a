import NIOCore
import SabirProtocol

/// Reports to staff.
extension RoomState {
    /// The member that a report concerns: the author, where the report names a message.
    func accused(_ report: Report) throws(WireFault) -> MemberNumber {
        if let id = report.id { return try author(of: id) }
        guard let member = report.member.flatMap({ roster[$0] }) else {
            throw WireFault(.badPacket, "There is no such member in this room now.", as: "not-here")
        }
        return member.number
    }
}
