import NIOCore
import SabirProtocol

/// Reports to staff, and lines that only staff read: until staff are done with them, over restarts too.
extension Room {
    private static let noReport = WireFault(.badPacket, "There is no such report any more.")

    mutating func accept(_ report: Report, by number: MemberNumber) -> Reply {
        self.report(report, by: number, for: .member(number))
        return .nothing
    }

    /// The same for a caller in this process, who is told once it is stored and written down.
    mutating func report(_ report: Report, from seat: Seat, as caller: Ticket) {
        guard noteActivity(on: seat) else { return answer(caller, .report(.failure(WireFault.noLongerIn))) }
        self.report(report, by: seat.number, for: .caller(caller))
    }

    /// Staff are told of it, and whoever made it, once it is stored and written down.
    private mutating func report(_ report: Report, by number: MemberNumber, for asker: ReportAsker) {
        do throws(WireFault) {
            let told = try state.report(report, by: number, now: now, wall: wall).told
            var record = AuditEntry("report", by: number.id.rawValue, in: state.info)
            (record.member, record.name, record.message) = (told.about, told.name, told.id)
            sendEvictedReports()
            keepReports()
            self.record(record, .report(told, except: number, over: nil, asker))
        } catch {
            answer(asker, .failure(error))
        }
    }

    mutating func answer(_ asker: ReportAsker?, _ result: Result<Reported, WireFault>) {
        switch (asker, result) {
        case (.caller(let caller)?, _): answer(caller, .report(result))
        case (.member(let number)?, .success(let told)): answer(.report(told), to: number)
        case (.member(let number)?, .failure(let fault)): answer(.error(fault), to: number)
        case (nil, _): break
        }
    }

    /// Somebody of this node's staff has read a report, or is done with it; the caller is told once that is stored.
    mutating func answerReport(
        of reporter: MemberID, at ts: Int, _ answer: Reported.State, by who: String, as caller: Ticket
    ) {
        guard state.reports.kept.contains(where: { $0.report.ts == ts && $0.report.reporter.id == reporter }) else {
            return self.answer(caller, .report(.failure(Self.noReport)))
        }
        guard let changed = state.answerReport(of: reporter, at: ts, answer) else {
            return self.answer(caller, .done(.success(())))
        }
        var record = AuditEntry("report-\(answer.rawValue)", by: who, in: state.info)
        (record.member, record.name, record.message) = (changed.about, changed.name, changed.id)
        keepReports()
        self.record(record, .report(changed, except: nil, over: nil, .caller(caller)))
    }

    // MARK: Telling

    /// Staff in this room, in the node's other rooms, and at its desks; what is for staff alone the authority tells those
    /// on its side. That it was read is told in this process alone: members that know no `to-staff` would take it for
    /// another report.
    ///
    /// - Parameter relay: over which it came, with whoever is behind it told there.
    mutating func sendToStaff(_ told: Reported, except reporter: MemberNumber?, over relay: MemberNumber? = nil) {
        let isPassedUp = told.state == .open && told.isLineToStaff && passUp(told)
        for member in state.staff where member.number != reporter {
            if isPassedUp, member.whereabouts == .elsewhere { continue }
            if let relay, member.whereabouts == .behind(relay) { continue }
            if told.state == .open || member.joinContext.isLocal { answer(.report(told), to: member.number) }
        }
        publish(.reports)
        add(.reportForOtherRooms(told.told(in: state.info)))
    }

    /// Those that gave way to another are on no page of staff any more.
    private mutating func sendEvictedReports() {
        for report in state.takeEvictedReports() {
            logger.notice("a report made way for a newer one", metadata: ["member": "\(report.reporter.id)"])
            sendToStaff(report, except: nil)
        }
    }

    /// A report in another room of the node, for the staff that are in this one.
    mutating func sendToStaffAtThisNode(_ report: Reported) {
        for member in state.staffAtThisNode where member.number.id != report.reporter.id {
            let isLocal = member.joinContext.isLocal
            guard isLocal || (report.state == .open && member.joinContext.features.contains(.toStaff)) else { continue }
            answer(.report(report), to: member.number)
        }
    }

    // MARK: Over nodes

    /// A line to staff from behind a relay, told once or again: for the staff of this node, and of the one above.
    mutating func carriedReport(_ report: Reported, over relay: Member) {
        guard report.isLineToStaff, MemberNumber(report.reporter.id).map({ $0.space != 0 }) == true,
            report.text.unicodeScalars.count <= Report.maximumText, !report.text.allSatisfy(\.isWhitespace),
            let told = state.carry(report, over: relay)
        else { return }
        var record = AuditEntry("report", by: told.reporter.id.rawValue, in: state.info)
        record.name = told.reporter.name
        sendEvictedReports()
        keepReports()
        self.record(record, .report(told, except: MemberNumber(told.reporter.id), over: relay.number, nil))
    }

    /// The link is there: what is still open here may not have come to those above.
    mutating func passUpOpenReports() {
        for kept in state.reports.kept where kept.report.state == .open && kept.report.isLineToStaff {
            _ = passUp(kept.report)
        }
    }

    private mutating func passUp(_ report: Reported) -> Bool {
        guard state.upstream?.isUp == true, isFollowing, sources.authorityTakesLinesToStaff() else { return false }
        sendToAuthority(.tellStaff(report))
        return true
    }

    // MARK: Over restarts

    /// They were asked for as the room opened; nothing waited for it.
    mutating func restore(_ past: [Reported]) {
        guard !past.isEmpty, !isOver else { return }
        let hadOthers = !state.reports.isEmpty
        state.restore(past)
        if hadOthers { keepReports() }
        publish(.reports)
    }

    /// Goes to the disk before the record of staff's acts does, which everybody waits for. A room for one visit leaves
    /// nothing there.
    mutating func keepReports() {
        guard !settings.isPrivate else { return }
        add(.reports(state.reportsToStore()))
    }

    /// What was cleared away, or is no longer said by anybody, is not on the disk either.
    mutating func keepReportsIfForgotten() {
        guard state.reports.areForgotten else { return }
        keepReports()
        publish(.reports)
    }
}
