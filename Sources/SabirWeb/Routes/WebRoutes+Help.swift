import Hummingbird
import NIOCore
import SabirProtocol
import SabirRoom

/// Calls for help: visitors make and end them, staff hear of them and answer.
extension WebRoutes {
    var helpRoutes: [Route] {
        [
            .get("/api/rooms/:room/person", helpReach), .post("/api/rooms/:room/person", callPerson),
            .post("/api/rooms/:room/person/done", endHelp), .post("/api/staff/rooms/:room/help", answerHelp),
            .get("/api/staff/watch", watchHelp),
        ]
    }

    private struct Call: VisitorBody {
        /// The message that the call is about; then only its author is asked.
        let id: String?
        let about: String?
        /// `private`: the caller wants to talk with staff alone. Sent only to staff.
        let wish: String?
        let face: TabletSide?
    }

    /// Calls for help. Not metered, as the room has its own limit for calls.
    @Sendable private func callPerson(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, call, visit) = try await visit(request, context, reading: Call.self)
        let about = try call.about.map(Field.messageID)
        if let id = try call.id.map(Field.messageID) {
            try await meter(context)
            let answers = try await ask(.person(id), in: room, visit)
            let contacts = answers.compactMap { if case .person(let call) = $0 { call.contact } else { nil } }
            return Response(json: ["contact": contacts.first ?? ""])
        }
        let wish = try call.wish.map { text in
            guard let wish = HelpCall.PrivateTalkRequest(rawValue: text) else {
                throw WebRefusal.badRequest("\"wish\" is \"private\", or left out.")
            }
            return wish
        }
        let receipt = try await room.callForHelp(about: about, wish: wish, from: visit.entry.seat)
        let staff = await staff(besides: room, hearing: receipt.reach)
        return Response(json: HelpReceiptJSON(receipt.reach, staff: staff, receipt))
    }

    /// Answers whom a call for help would reach.
    @Sendable private func helpReach(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, face) = (try await room(in: context), try face(request))
        let visit = try await visit(room, face, context)
        let reach = try await room.helpReach(of: visit.entry.seat)
        return Response(json: HelpReceiptJSON(reach, staff: await staff(besides: room, hearing: reach)))
    }

    /// Whether staff hear of a call: in the room, in another room of this node, or at a desk. Nil if only another node
    /// knows.
    func staff(besides room: any WebRoom, hearing reach: HostedRoom.HelpReach) async -> Bool? {
        if reach.isStaffHere { return true }
        if await parts.help.isWatched { return true }
        if await parts.hasStaff(in: await parts.services.rooms().filter { $0.id != room.id }) { return true }
        return reach.isElsewhere ? nil : false
    }

    @Sendable private func endHelp(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, _, visit) = try await visit(request, context, reading: VisitorOnly.self)
        try await room.endHelp(from: visit.entry.seat)
        await parts.sweepTalks()
        return .done
    }

    // MARK: Staff

    private struct Answer: Decodable {
        let member: String
        let state: String
    }

    @Sendable private func answerHelp(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        let answer = try await request.json(Answer.self)
        guard let state = HelpCall.State(rawValue: answer.state), state != .open else {
            throw WebRefusal.badRequest("\"state\" is \"coming\" or \"done\".")
        }
        try await refusing(missing: "There is no call for help of this member any more.") {
            try await room.answerHelp(
                of: MemberID(rawValue: answer.member), state, by: await auditName(context),
                named: await staffLogin(context)?.name)
        }
        await parts.sweepTalks()
        return .done
    }

    /// Streams all calls and reports of the rooms that this connection may see: at the start, and at each change.
    @Sendable private func watchHelp(_ request: Request, _ context: WebContext) async throws -> Response {
        try await checkStaff(context)
        guard let watcher = await parts.help.watch(await parts.services.rooms()) else {
            throw WebRefusal(
                status: .serviceUnavailable, code: "busy", text: "Too many pages of staff are open; close one first.")
        }
        let (board, channel) = (parts.help, context.channel)
        channel.closeFuture.whenComplete { _ in Task { await board.end(watcher) } }
        return .stream { writer in
            do {
                while await self.isStaff(context) {
                    let (calls, reports) = (await self.calls(over: context), await self.reports(over: context))
                    try await writer.write(ByteBuffer(event: "help", ["calls": calls]))
                    try await writer.write(ByteBuffer(event: "reports", ["reports": reports]))
                    while true {
                        let news = await board.next(for: watcher)
                        guard news != .change else { break }
                        guard news == .nothing, await self.isStaff(context) else {
                            return await board.end(watcher, isOver: true)
                        }
                        try await writer.write(ByteBuffer(string: ":\n\n"))
                    }
                }
            } catch {
                await board.end(watcher)
                throw error
            }
            await board.end(watcher)
        }
    }

    /// The calls of all rooms, oldest first.
    private func calls(over context: WebContext) async -> [HelpJSON] {
        var calls: [HelpCall] = []
        for room in await rooms(over: context) { calls += await room.helpTold() }
        return await atDesk(calls.sorted { $0.age > $1.age }, in: "")
    }
}

extension WebParts {
    /// Called once a second. Tells waiting callers when the first of staff came to a desk or room of this node, or the
    /// last one left.
    func tellCallersOfStaff() async {
        let rooms = await services.rooms()
        guard let areThere = await help.recordStaff(areInRoom: await hasStaff(in: rooms)) else { return }
        let told = ByteBuffer(event: "staff", ["here": areThere])
        for room in rooms {
            for call in await room.facts.help where call.state == .open {
                await feeds.feed(ofRoom: room.id)?.tell(told, to: call.caller.id)
            }
        }
    }

    func hasStaff(in rooms: [any WebRoom]) async -> Bool {
        for room in rooms where await room.facts.staffHere > 0 { return true }
        return false
    }
}

extension WebRoom {
    /// The calls of this room, as sent to staff in other rooms.
    func helpTold() async -> [HelpCall] {
        let facts = await facts
        return facts.helpForStaff.map { $0.told(in: facts.info) }
    }
}
