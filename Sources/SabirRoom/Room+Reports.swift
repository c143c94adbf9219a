import NIOCore
import SabirProtocol

/// Reports to staff, and lines that only staff read, kept over restarts until staff are done with them.
extension Room {
    private static let noReport = WireFault(.badPacket, "There is no such report any more.")

    /// Reports for a caller in this process, who is told when the report is stored and on record.
    mutating func report(_ report: Report, from seat: Seat, as caller: Ticket) {
        guard noteActivity(on: seat) else { return answer(caller, .failure(WireFault.noLongerIn)) }
        self.report(report, by: seat.number, for: .caller(caller))
    }

    /// Makes a report. Staff and its author are told once it is stored and on record.
    mutating func report(_ report: Report, by number: MemberNumber, for asker: Asker) {
        do throws(WireFault) {
            let told = try state.report(report, by: number, now: now, wall: wall)
            let record = AuditEntry(
                "report", by: number.id.rawValue, in: state.info, on: told.about, named: told.name, about: told.id)
            self.record(record, of: told, except: number, for: asker)
        } catch {
            answer(asker, .failure(error))
        }
    }

    /// Notes that staff of this node have read a report, or are done with it. The caller is told when that is stored.
    mutating func answerReport(
        of reporter: MemberID, at ts: Int, _ answer: Reported.State, by who: String, as caller: Ticket
    ) {
        guard state.reports.kept.contains(where: { $0.report.ts == ts && $0.report.reporter.id == reporter }) else {
            return self.answer(caller, .failure(Self.noReport))
        }
        guard let changed = state.answerReport(of: reporter, at: ts, answer) else {
            return self.answer(caller, .success(.done))
        }
        let record = AuditEntry(
            "report-\(answer.rawValue)", by: who, in: state.info, on: changed.about, named: changed.name,
            about: changed.id)
        self.record(record, of: changed, except: nil, for: .caller(caller))
    }

    /// Stores the reports and puts an entry on record, then tells staff and the asker of the report that it is about.
    private mutating func record(
        _ entry: AuditEntry, of report: Reported, except reporter: MemberNumber?, over relay: MemberNumber? = nil,
        for asker: Asker?
    ) {
        sendEvictedReports()
        keepReports()
        record(entry) { room in
            room.sendToStaff(report, except: reporter, over: relay)
            room.answer(asker, .success(.report(report)))
        }
    }

    // MARK: Telling

    /// Tells a report to staff in this room, in the node's other rooms and at its desks; the authority passes on what
    /// is for staff alone to those on its side. That a report was read is told in this process alone: members without
    /// `to-staff` would take it for another report.
    ///
    /// - Parameter relay: the relay over which the report came; members behind it are told there.
    private mutating func sendToStaff(
        _ told: Reported, except reporter: MemberNumber?, over relay: MemberNumber? = nil
    ) {
        let isPassedUp = told.state == .open && told.isLineToStaff && passUp(told)
        for member in state.staff where member.number != reporter {
            if isPassedUp, member.whereabouts == .elsewhere { continue }
            if let relay, member.whereabouts == .behind(relay) { continue }
            if told.state == .open || member.joinContext.isLocal { answer(.report(told), to: member.number) }
        }
        publish(.reports)
        let toldElsewhere = told.told(in: state.info)
        add(.otherRooms { $0.sendToStaffAtThisNode(toldElsewhere) })
    }

    /// Takes reports that gave way off the pages of staff.
    private mutating func sendEvictedReports() {
        for report in state.takeEvictedReports() {
            logger.notice("a report made way for a newer one", metadata: ["member": "\(report.reporter.id)"])
            sendToStaff(report, except: nil)
        }
    }

    /// Tells staff in this room of a report in another room of the node.
    mutating func sendToStaffAtThisNode(_ report: Reported) {
        for member in state.staffAtThisNode where member.number.id != report.reporter.id {
            let isLocal = member.joinContext.isLocal
            guard isLocal || (report.state == .open && member.joinContext.features.contains(.toStaff)) else { continue }
            answer(.report(report), to: member.number)
        }
    }

    // MARK: Between nodes

    /// Handles a line to staff from behind a relay, new or repeated: for the staff of this node and of the node above.
    mutating func carryReport(_ report: Reported, over relay: Member) {
        guard report.isLineToStaff, MemberNumber(report.reporter.id).map({ $0.space != 0 }) == true,
            report.text.unicodeScalars.count <= Report.maximumText, !report.text.allSatisfy(\.isWhitespace),
            let told = state.carry(report, over: relay)
        else { return }
        let record = AuditEntry(
            "report", by: told.reporter.id.rawValue, in: state.info, named: told.reporter.name)
        self.record(record, of: told, except: MemberNumber(told.reporter.id), over: relay.number, for: nil)
    }

    /// Sends all open lines to staff to the authority again, now that the link is up: they may not have arrived before.
    mutating func passUpOpenReports() {
        for kept in state.reports.kept where kept.report.state == .open && kept.report.isLineToStaff {
            _ = passUp(kept.report)
        }
    }

    private mutating func passUp(_ report: Reported) -> Bool {
        guard state.upstream?.isUp == true, isFollowing, sources.authorityTakesLinesToStaff() else { return false }
        sendToAuthority { $0.tellStaff(report) }
        return true
    }

    // MARK: Over restarts

    /// Puts back the reports of an earlier run, which were asked for as the room opened; nothing waited for them.
    mutating func restore(_ past: [Reported]) {
        guard !past.isEmpty, !isOver else { return }
        let hadOthers = !state.reports.isEmpty
        state.restore(past)
        if hadOthers { keepReports() }
        publish(.reports)
    }

    /// Stores the open reports. They reach the disk before the record of acts, which everybody waits for. A room for
    /// one visit stores nothing.
    mutating func keepReports() {
        guard !settings.isPrivate else { return }
        add(.reports(state.reportsToStore()))
    }

    /// Stores the reports after the room has cleared or forgotten them, so that they are not on the disk either.
    mutating func keepReportsIfForgotten() {
        guard state.reports.areForgotten else { return }
        keepReports()
        publish(.reports)
    }
}
