import NIOCore
import SabirProtocol

/// Reports to staff.
extension RoomState {
    /// The report as staff and its maker are told of it, and who of staff is in. Costs as much as a message, a line to staff too. `wall` is
    /// the host's clock in milliseconds since 1970.
    mutating func report(
        _ report: Report, by number: MemberNumber, now: NIODeadline, wall: Int
    ) throws(WireFault) -> (told: Reported, staff: [MemberNumber]) {
        let reporter = try caller(number, about: report.id, now)
        let accused = report.isLineToStaff ? nil : try accused(report)
        let message = report.id.flatMap { timeline[$0] }
        let staff = staff.map(\.number)
        let told = Reported(
            reporter: reporter, id: report.id, about: accused?.id,
            name: accused.flatMap { roster[$0]?.info.name } ?? message?.from, text: report.text,
            ts: reports.time(at: wall), staffIsPresent: !staff.isEmpty)
        reports.keep(told, message: message)
        return (told, staff)
    }

    /// Whom a report concerns: the message's author, where it names a message.
    private func accused(_ report: Report) throws(WireFault) -> MemberNumber {
        if let id = report.id { return try author(of: id) }
        guard let number = report.member.flatMap(MemberNumber.init), roster[number] != nil else {
            throw WireFault(.badPacket, "There is no such member in this room now.", as: "not-here")
        }
        return number
    }
}
