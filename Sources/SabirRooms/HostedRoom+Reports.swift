import NIOCore
import SabirWire

/// Reports to staff, and lines that only staff read: until staff are done with them, over restarts too.
extension HostedRoom {
    private static let noReport = WireFault(.badPacket, "There is no such report any more.")

    func report(_ report: Report, by number: MemberNumber) -> Reply {
        self.report(report, by: number) { result in
            self.assumeIsolated { room in
                switch result {
                case .success(let told): room.answer(.report(told), to: number)
                case .failure(let fault): room.answer(.error(fault), to: number)
                }
            }
        }
        return .nothing
    }

    /// The same for members in this process: returns when it is stored and written down.
    package func report(_ report: Report, from seat: Seat) async throws(WireFault) -> Reported {
        guard state.heard(seat.number, connection: seat.connection, at: loop.now) else { throw RoomState.noLongerIn }
        return try await withCheckedContinuation { (told: CheckedContinuation<Result<Reported, WireFault>, Never>) in
            self.report(report, by: seat.number) { told.resume(returning: $0) }
        }.get()
    }

    /// Staff are told of it, and whoever made it, once it is stored and written down. `then` is called on the loop.
    private func report(
        _ report: Report, by number: MemberNumber, then: @escaping @Sendable (Result<Reported, WireFault>) -> Void
    ) {
        do throws(WireFault) {
            let told = try state.report(report, by: number, now: loop.now, wall: wallClock).told
            var record = StaffRecord("report", by: number.id.rawValue, in: state.info)
            (record.member, record.name, record.message) = (told.about, told.name, told.id)
            keepReports()
            self.record(record) { room in
                room.tell(told, except: number)
                then(.success(told))
            }
        } catch {
            then(.failure(error))
        }
    }

    /// Somebody of this node's staff has read a report, or is done with it; returns when that is stored.
    package func answerReport(
        of reporter: MemberID, at ts: Int, _ answer: Reported.State, by who: String
    ) async throws(WireFault) {
        guard state.reports.kept.contains(where: { $0.report.ts == ts && $0.report.reporter.id == reporter }) else {
            throw Self.noReport
        }
        guard let changed = state.reports.answer(ts, of: reporter, answer) else { return }
        var record = StaffRecord("report-\(answer.rawValue)", by: who, in: state.info)
        (record.member, record.name, record.message) = (changed.about, changed.name, changed.id)
        keepReports()
        await withCheckedContinuation { done in
            self.record(record) { room in
                room.tell(changed, except: nil)
                done.resume()
            }
        }
    }

    // MARK: Telling

    /// Staff in this room, in the node's other rooms, and at its desks; what is for staff alone the authority tells those
    /// on its side. That it was read is told in this process alone: members of 0.1.0 would take it for another report.
    ///
    /// - Parameter relay: over which it came, with whoever is behind it told there.
    private func tell(_ told: Reported, except reporter: MemberNumber?, over relay: MemberNumber? = nil) {
        let isPassedUp = told.state == .open && told.isLineToStaff && passUp(told)
        for member in state.staff where member.number != reporter {
            if isPassedUp, member.whereabouts == .elsewhere { continue }
            if let relay, member.whereabouts == .behind(relay) { continue }
            if told.state == .open || member.arrival.isLocal { answer(.report(told), to: member.number) }
        }
        news?.tell(.reports)
        neighbours?.tellReport(told.told(in: state.info))
    }

    /// A report in another room of the node, for the staff that are in this one.
    func tellStaff(_ report: Reported) {
        for member in state.staffAtThisNode where member.number.id != report.reporter.id {
            let isLocal = member.arrival.isLocal
            guard isLocal || (report.state == .open && member.arrival.features.contains(.toStaff)) else { continue }
            answer(.report(report), to: member.number)
        }
    }

    // MARK: Over nodes

    /// A line to staff from behind a relay, told once or again: for the staff of this node, and of the one above.
    func carriedReport(_ report: Reported, over relay: Member) {
        guard report.isLineToStaff, MemberNumber(report.reporter.id).map({ $0.space != 0 }) == true,
            report.text.unicodeScalars.count <= Report.maximumText, !report.text.allSatisfy(\.isWhitespace),
            let told = state.reports.carry(report, via: relay.info.name)
        else { return }
        var record = StaffRecord("report", by: told.reporter.id.rawValue, in: state.info)
        record.name = told.reporter.name
        keepReports()
        self.record(record) { room in
            room.tell(told, except: MemberNumber(told.reporter.id), over: relay.number)
        }
    }

    /// The link is there: what is still open here may not have come to those above.
    func tellStaffAbove() {
        for kept in state.reports.kept where kept.report.state == .open && kept.report.isLineToStaff {
            _ = passUp(kept.report)
        }
    }

    private func passUp(_ report: Reported) -> Bool {
        state.upstream?.isUp == true && authority?.tellStaff(report) == true
    }

    // MARK: Over restarts

    /// Asked for as the room opens; nothing waits for it.
    func restoreReports() {
        guard !settings.isPrivate else { return }
        surroundings.office.reports(of: settings.info.id) { past in
            self.loop.execute { self.assumeIsolated { $0.restore(past) } }
        }
    }

    private func restore(_ past: [Reported]) {
        guard !past.isEmpty, !isOver else { return }
        let hadOthers = !state.reports.isEmpty
        let state = state
        self.state.reports.restore(past) { id in state.timeline[id] }
        if hadOthers { keepReports() }
        news?.tell(.reports)
    }

    /// Goes to the disk before the record of staff's acts does, which everybody waits for. A room for one visit leaves
    /// nothing there.
    func keepReports() {
        guard !settings.isPrivate else { return }
        hadReports = !state.reports.isEmpty
        surroundings.office.keep(state.reports.kept.map(\.report), of: settings.info.id)
    }

    /// What was cleared away, or is no longer said by anybody, is not on the disk either.
    func keepReportsIfForgotten() {
        guard hadReports, state.reports.isEmpty else { return }
        keepReports()
        news?.tell(.reports)
    }
}
