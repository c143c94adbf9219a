import Hummingbird
import NIOCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// Reports and lines to staff, and the answers of staff.
extension WebRoutes {
    var reportRoutes: [Route] {
        [
            .post("/api/rooms/:room/report", report), .get("/api/staff/rooms/:room/reports", reports),
            .post("/api/staff/rooms/:room/reports", answerReport),
        ]
    }

    private struct Told: VisitorBody {
        /// The reported message; left out of a line that only staff read.
        let id: String?
        let text: String?
        let face: TabletSide?
    }

    @Sendable private func report(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, told, visit) = try await visit(request, context, reading: Told.self)
        let text = WireText.cleanMessage(told.text ?? "")
        guard text.unicodeScalars.count <= Report.maximumText else {
            throw WebRefusal.badRequest("A report has at most \(Report.maximumText) characters.")
        }
        let id = try told.id.map(Field.messageID)
        guard id != nil || !text.allSatisfy(\.isWhitespace) else {
            throw WebRefusal.badRequest("A report names a message, \"id\"; a line to staff has a \"text\".")
        }
        try await meter(context)
        let isRead = try await refusing(missing: "There is no such message.") {
            try await room.report(Report(id: id, text: text), from: visit.entry.seat).staffIsPresent
        }
        let reach = try await room.helpReach(of: visit.entry.seat)
        // Whether staff hear of it; null if that is unknown.
        let staff = await staff(besides: room, hearing: reach)
        let receipt: [String: Bool?] = ["present": isRead, "staff": staff]
        return Response(json: receipt)
    }

    // MARK: Staff

    /// The reports of all rooms that this connection may see, oldest first.
    func reports(over context: WebContext) async -> [ReportJSON] {
        var reports: [KeptReport] = []
        for room in await rooms(over: context) { reports += await room.reportsTold() }
        return await atDesk(reports.sorted { $0.report.ts < $1.report.ts }, in: "")
    }

    /// The reports of one room, translated for the requesting reader.
    @Sendable private func reports(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        guard let reader = try request.query("lang").flatMap({ LanguageTag($0) }) else {
            throw WebRefusal.badRequest("Say which language: ?lang=es.")
        }
        try await meter(context)
        let reports = await room.reportsTold()
        // Few translations at the same time; each is bounded by the translator's own time-outs.
        let read = await withTaskGroup(of: (Int, ReportJSON).self) { group in
            var read: [Int: ReportJSON] = [:]
            for (index, report) in reports.enumerated() {
                if index >= OlderLines.translationsAtOnce, let (at, json) = await group.next() { read[at] = json }
                group.addTask { (index, await self.reading(of: report, by: reader, in: room.id)) }
            }
            for await (at, json) in group { read[at] = json }
            return read
        }
        return Response(json: ["reports": reports.indices.compactMap { read[$0] }])
    }

    private func reading(of report: KeptReport, by reader: LanguageTag, in room: String) async -> ReportJSON {
        var json = ReportJSON(report)
        let lang = report.report.reporter.lang
        if !report.report.text.isEmpty, !reader.reads(lang) {
            json.translation = await translation(of: report.report.text, from: lang, for: reader, in: room)
        }
        if let line = report.line, !reader.reads(line.lang) {
            json.messageTranslation = await translation(of: line.text, from: line.lang, for: reader, in: room)
        }
        return json
    }

    private struct Answer: Decodable {
        let member: String
        let ts: Int
        let state: String
        /// The answer to the writer of a line, and its language; left out if the line was only read.
        let text: String?
        let lang: String?
    }

    @Sendable private func answerReport(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        let answer = try await request.json(Answer.self)
        guard let state = Reported.State(rawValue: answer.state), state != .open else {
            throw WebRefusal.badRequest("\"state\" is \"seen\" or \"done\".")
        }
        let member = MemberID(rawValue: answer.member)
        let line = await room.lineToStaff(of: member, at: answer.ts)
        let words = try await words(of: answer, to: line, in: room, context)
        try await refusing(missing: "There is no such report any more.") {
            try await room.answerReport(of: member, at: answer.ts, state, by: await auditName(context))
        }
        // The writer is told once that the line was read, and of each answer.
        if let line, line.state == .open || words != nil {
            await parts.tell(
                ReadByStaffJSON(ts: line.ts, answer: words),
                to: PrivateTalks.Asker(room: room.id, member: member))
        }
        return .done
    }

    /// The answer as its reader gets it; nil if staff wrote none.
    private func words(
        of answer: Answer, to line: Reported?, in room: any WebRoom, _ context: WebContext
    ) async throws -> ReadByStaffJSON.Answer? {
        guard let written = answer.text else { return nil }
        let text = WireText.cleanMessage(written)
        guard !text.allSatisfy(\.isWhitespace), text.unicodeScalars.count <= Report.maximumText else {
            throw WebRefusal.badRequest("An answer has 1 to \(Report.maximumText) characters.")
        }
        guard let lang = answer.lang.flatMap({ LanguageTag($0) }) else {
            throw WebRefusal.badRequest("Say in which language the answer is: \"lang\".")
        }
        guard let line else { throw WebRefusal.noReport }
        guard await parts.visitors.key(of: line.reporter.id, in: room.id) != nil else {
            throw WebRefusal(
                status: .conflict, code: "not-on-page",
                text: "Whoever wrote this is not at a page of this node, so no answer can be shown there.")
        }
        try await meter(context)
        let reader = line.reporter.lang
        guard !reader.reads(lang) else { return .init(text: text, lang: lang.description, translation: nil) }
        let translation = await translation(of: text, from: lang, for: reader, in: room.id)
        return .init(text: text, lang: lang.description, translation: translation)
    }
}

extension WebParts {
    /// Tells the writer of a line to staff, on each open page and on the next one opened.
    func tell(_ read: ReadByStaffJSON, to writer: PrivateTalks.Asker) async {
        await answers.keep(read, for: writer)
        await feeds.feed(ofRoom: writer.room)?.tell(ByteBuffer(event: "read", read), to: writer.member)
    }
}

extension WebRefusal {
    static let noReport = WebRefusal.notFound("There is no such report any more.")
}

extension WebRoom {
    /// The line to staff with this writer and time; nil if staff are done with it or there is none.
    func lineToStaff(of writer: MemberID, at ts: Int) async -> Reported? {
        await facts.reports.map(\.report).first { $0.reporter.id == writer && $0.ts == ts && $0.isLineToStaff }
    }

    /// The reports of this room, as sent to staff in other rooms.
    func reportsTold() async -> [KeptReport] {
        let facts = await facts
        return facts.reports.map { kept in
            var told = kept
            told.report = kept.report.told(in: facts.info)
            return told
        }
    }
}
