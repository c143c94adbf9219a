import Hummingbird
import SabirProtocol

/// Requests of staff, and their login.
extension WebRoutes {
    var staffRoutes: [Route] {
        [
            .post("/api/staff/login", login), .post("/api/staff/logout", logout),
            .get("/api/staff/rooms", staffRooms), .post("/api/staff/rooms", openRoom),
            .post("/api/staff/rooms/:room/acts", act), .post("/api/staff/rooms/:room/codes", makeCode),
            .get("/api/staff/rooms/:room/topology", topology), .get("/api/staff/rooms/:room/bans", bans),
        ]
    }

    private struct Login: Decodable {
        let pin: String
        /// A staff member's name; without it, the PIN is the shared one.
        let name: String?
    }

    @Sendable private func login(_ request: Request, _ context: WebContext) async throws -> Response {
        let login = try await request.json(Login.self)
        guard parts.mayBeStaff(context) else { throw Self.notOverHTTP(parts.ownPort.value) }
        let before = await vouchedLogin(context)
        let welcome = try await parts.staff.login(
            login.pin, as: login.name, from: context.bearer, known: context.cookies[context.origin.cookies.knownStaff],
            isHere: context.isLoopback,
            now: .now)
        if let before, before != welcome.login { await end(context) }
        let names = context.origin.cookies
        var response = Response.done
        response.setCookie(names.staff, to: welcome.token, for: Int(StaffSessions.lifetime.components.seconds), context)
        response.setCookie(names.knownStaff, to: welcome.known, for: KnownDevices.lifetime, context)
        return response
    }

    private static func notOverHTTP(_ port: Int) -> WebRefusal {
        let way =
            port > 0
            ? "Open the page by https:// on port \(port)"
            : "Use this page on the node's own computer, or over HTTPS (https in [web], or [web.tls])"
        return WebRefusal(
            status: .forbidden, code: "https-required",
            text: "The PIN is not taken over plain HTTP, where everybody on the wifi could read it along. \(way).")
    }

    @Sendable private func logout(_ request: Request, _ context: WebContext) async throws -> Response {
        _ = try await request.json(Fieldless.self)
        await end(context)
        var response = Response.done
        // The device stays known after logout, as it once gave the right PIN.
        response.setCookie(context.origin.cookies.staff, to: nil, for: 0, context)
        return response
    }

    /// Ends this device's staff role in every room.
    private func end(_ context: WebContext) async {
        if let token = context.staffToken { await parts.staff.logout(token) }
        if let device = context.devices[.a] { await parts.visitors.endStaff(on: device) }
    }

    func checkStaff(_ context: WebContext) async throws {
        guard await isStaff(context) else { throw await notStaff(context) }
    }

    /// The room of a request that only staff may make.
    func staffRoom(in context: WebContext) async throws -> any WebRoom {
        try await checkStaff(context)
        return try await room(in: context, forStaff: true)
    }

    /// The refusal of a request that only staff may make. Interpreters get their own, so that the page shows rooms in
    /// place of the desk.
    private func notStaff(_ context: WebContext) async -> WebRefusal {
        guard await vouchedLogin(context) != nil else { return .notStaff }
        return WebRefusal(
            status: .forbidden, code: "interpreter",
            text: "Interpreters confirm translations in the rooms; the desk is for staff.")
    }

    @Sendable private func staffRooms(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let login = await staffLogin(context) else { throw await notStaff(context) }
        var rooms: [JoinedJSON<RoomJSON, StaffRoomJSON>] = []
        for room in await self.rooms(over: context) {
            let facts = await room.facts
            let invited = await parts.talks.invitation(to: room.id)
            let areRead = await parts.services.staffReadStart(in: facts) != nil
            let forStaff = StaffRoomJSON(
                members: await room.people.map {
                    JoinedJSON(MemberJSON($0), ["muted": facts.muted.contains($0.id)])
                },
                closed: facts.isClosed, reports: await atDesk(facts.reports, in: room.id),
                help: await atDesk(facts.helpForStaff, in: room.id), lines: .init(facts.terms, areRead: areRead),
                invited: invited.map { ["name": $0.name, "state": $0.state.rawValue] })
            rooms.append(JoinedJSON(parts.json(of: facts, forInside: true), forStaff))
        }
        let notices = await parts.services.notices() + parts.staff.notices(now: .now)
        let house = StaffHouseJSON(rooms: rooms, notices: notices.map(\.withoutFolders), you: StaffYouJSON(login))
        return Response(json: house, to: request)
    }

    @Sendable private func topology(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        return Response(json: TopologyJSON(await room.topology, await room.everybody), to: request)
    }

    @Sendable private func bans(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        let bans = try await refusing(missing: "There is no such room.") { try await room.bans() }
        return Response(json: BansJSON(bans, await room.absentees), to: request)
    }

    private struct NewRoom: Decodable {
        let name: String?
        let isPrivate: Bool
        let topic: String?

        private enum CodingKeys: String, CodingKey {
            case name
            case isPrivate = "private"
            case topic
        }
    }

    @Sendable private func openRoom(_ request: Request, _ context: WebContext) async throws -> Response {
        try await checkStaff(context)
        let asked = try await request.json(NewRoom.self)
        let name = asked.name.flatMap(Self.fitted)
        let topic = try ActJSON.topic(asked.topic ?? "")
        do throws(WireFault) {
            let room = try await parts.services.openRoom(name: name, topic: topic, isPrivate: asked.isPrivate)
            return Response(json: parts.json(of: await room.facts))
        } catch {
            // `badName` here means that another room has the name, as the name itself was checked before.
            guard error.code == .badName else { throw error }
            throw WebRefusal(status: .conflict, code: error.code.rawValue, text: error.reason)
        }
    }

    /// The name cut to the length that service discovery allows; nil if nothing is left.
    private static func fitted(_ text: String) -> String? {
        var name = WireText.cleanName(text)
        while name.utf8.count > WireText.maximumRoomNameBytes { name.removeLast() }
        return WireText.roomName(name)
    }

    @Sendable private func makeCode(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        _ = try await request.json(Fieldless.self)
        return try await joinCode(room)
    }

    @Sendable private func act(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await staffRoom(in: context)
        let act = try await request.json(ActJSON.self).checked()
        if act == .close, await room.facts.isPrivate {
            await parts.services.closeRoom(room.id, by: await auditName(context))
        } else {
            let fault = try await refusing(missing: "There is no such member.") {
                try await room.perform(act, by: await auditName(context))
            }
            // The act was carried out, in spite of this fault.
            if let fault { return Response(json: WebRefusal(fault)) }
        }
        return .done
    }
}
