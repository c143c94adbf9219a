import Hummingbird
import SabirWire

/// What can be known of the house and its rooms, and coming and going.
extension WebRoutes {
    var roomRoutes: [Route] {
        [
            .get("/api/house", house), .get("/api/rooms/:room", aboutRoom),
            .get("/api/rooms/:room/members", members), .get("/api/rooms/:room/qr.svg", qrCode),
            .post("/api/rooms/:room/enter", enter), .post("/api/rooms/:room/profile", changeProfile),
            .post("/api/rooms/:room/leave", leave), .get("/api/phrases", phrases),
        ]
    }

    @Sendable private func house(_ request: Request, _ context: WebContext) async throws -> Response {
        let rooms = await visible(await self.rooms(over: context))
        let present = rooms.reduce(into: Set<LanguageTag>()) { $0.formUnion($1.facts.langs.keys) }
        let languages = await parts.outlooks.languages(among: present)
        let wished = AcceptedLanguages.tags(request.headers[.acceptLanguage])
        return Response(
            json: HouseJSON(
                name: parts.house.name, rooms: rooms.map { $0.json(base: parts.base(of: $0.facts)) },
                languages: languages,
                suggested: AcceptedLanguages.suggested(wished, from: parts.outlooks.offered).map(\.description),
                houseLanguages: parts.settings.houseLanguages.map(\.description),
                staffHere: parts.mayBeStaff(context), secure: parts.secureDoor(besides: context)),
            to: request)
    }

    @Sendable private func aboutRoom(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, face) = (try await room(in: context), try face(request))
        let seen = await Seen(room)
        let device = context.devices[face]
        let visit = device == nil ? nil : await parts.visitors.visit(try key(room, face, context))
        var remembered: VisitorRoll.Remembered?
        if let device { remembered = await parts.visitors.remembered(device, face) }
        return Response(
            json: AboutRoomJSON(
                room: seen.json(base: parts.base(of: seen.facts), forInside: visit != nil),
                languages: await parts.outlooks.languages(among: Set(seen.facts.langs.keys), in: room.id),
                you: visit.map { YouJSON($0.seat.member) },
                remembered: remembered.map { RememberedJSON(name: $0.name, lang: $0.lang.description) },
                secure: parts.secureDoor(besides: context), prospect: try await prospect(room, face, seen, context)),
            to: request)
    }

    /// Whether a room with a password is locked or full, and whom it keeps out, is told to those who know the password
    /// alone.
    private func prospect(
        _ room: any WebRoom, _ face: Face, _ seen: Seen, _ context: WebContext
    ) async throws -> WebProspect? {
        let key = context.devices[face].map { VisitorRoll.Key(device: $0, room: room.id, face: face) }
        let isStaff = await isStaff(context)
        if seen.facts.hasPassword, !isStaff {
            guard let key, await isKnown(key, context) else { return nil }
        }
        var prospect = await room.prospect(
            ofDevice: key.map { $0.device.secret(room: room.id, face: face) }, address: context.address,
            isStaff: isStaff && face == .a, comesWithStaff: isStaff && face == .b)
        if let key, await parts.visitors.visit(key) != nil { prospect.refusal = nil }
        return prospect
    }

    @Sendable private func members(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        _ = try await visit(room, try face(request), context)
        let after = try request.query("after").map(MemberID.init(rawValue:))
        let page = await room.members(after: after)
        return Response(json: MembersJSON(members: page.members.map(MemberJSON.init), more: page.more), to: request)
    }

    @Sendable private func qrCode(_ request: Request, _ context: WebContext) async throws -> Response {
        let seen = await Seen(try await room(in: context))
        guard let svg = QRCode(seen.json(base: parts.base(of: seen.facts)).url)?.svg(title: seen.info.name) else {
            throw WebRefusal.notFound("There is no QR code here.")
        }
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: svg)))
    }

    // MARK: Coming and going

    private struct Entry: Decodable {
        let name: String
        let lang: String
        let face: Face?
        /// Somebody else than before sits at this face; of meaning for the second one alone.
        let anew: Bool?
        /// `EPOCH:SEQ`: it could read what came behind that number.
        let last: String?
        /// Of a room that has one; over HTTPS alone.
        let password: String?
        /// From staff, in place of the password.
        let code: String?
    }

    @Sendable private func enter(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let entry = try await request.json(Entry.self, in: context, atMost: parts.settings.limits.body)
        try await meter(context)
        let (name, lang) = (try Field.name(entry.name), try offered(entry.lang))
        let resume = entry.last.flatMap { Hello.Resume(eventID: $0) }
        let door = DoorKey(password: entry.password, code: entry.code)
        guard entry.face == .b, entry.anew == true || context.devices[.b] == nil else {
            try await admit(room, try key(room, entry.face ?? .a, context), by: door, context)
            return try await enter(room, entry.face ?? .a, name: name, lang: lang, resume: resume, context)
        }
        var context = context
        context.devices[.b] = DeviceCookie()
        try await admit(room, try key(room, .b, context), by: door, context)
        var response = try await enter(room, .b, name: name, lang: lang, context)
        response.give(context.devices[.b], to: .b, context)
        return response
    }

    private struct Profile: Decodable {
        let name: String?
        let lang: String?
        let face: Face?
    }

    @Sendable private func changeProfile(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let profile = try await request.json(Profile.self, in: context, atMost: parts.settings.limits.body)
        let member = try await visit(room, profile.face ?? .a, context).seat.member
        try await meter(context)
        let name = try profile.name.map { text throws(WebRefusal) in try Field.name(text) }
        let lang = try profile.lang.map { text throws(WebRefusal) in try offered(text) }
        return try await enter(
            room, profile.face ?? .a, name: name ?? member.name, lang: lang ?? member.lang, context)
    }

    private func enter(
        _ room: any WebRoom, _ face: Face, name: String, lang: LanguageTag, resume: Hello.Resume? = nil,
        _ context: WebContext
    ) async throws -> Response {
        let key = try key(room, face, context)
        // The feed listens first, so that nothing said from now on is missed.
        let feed = await parts.feeds.feed(of: room)
        let login = await login(at: face, context)
        // Staff hand the tablet's second face to whomever they like.
        let comesWithStaff = face == .b ? await isStaff(context) : false
        let visit = try await refusing { () throws(WireFault) in
            try await parts.visitors.enter(
                room, as: key, name: name, lang: lang, resume: resume, address: context.address, login: login,
                comesWithStaff: comesWithStaff)
        }
        await feed.change(visit.seat.member)
        return Response(json: EnteredJSON(visit.seat))
    }

    /// The language on offer that stands for a visitor's: few are served at once, whatever visitors ask for.
    private func offered(_ text: String) throws(WebRefusal) -> LanguageTag {
        let tag = try Field.language(text)
        guard let lang = parts.outlooks.offer(for: tag) else {
            throw WebRefusal(
                WireFault(.badLang, "The page does not offer the language \(tag). Choose one of its list."))
        }
        return lang
    }

    private struct Leaving: Decodable { let face: Face? }

    @Sendable private func leave(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let leaving = try await request.json(Leaving.self, in: context, atMost: parts.settings.limits.body)
        let face = leaving.face ?? .a
        let visit = try await visit(room, face, context)
        await parts.visitors.leave(room, as: try key(room, face, context))
        await parts.admissions.forget(try key(room, face, context))
        await parts.feeds.feed(ofRoom: room.id)?.endStreams(of: visit.seat.member.id)
        var response = Response.done
        if face == .b { response.give(nil, to: .b, context) }
        return response
    }

    @Sendable private func phrases(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let lang = try request.query("lang") else { throw WebRefusal.badRequest("Say the language: ?lang=es.") }
        try await meter(context)
        let phrases = await parts.house.phrases(
            matching: String((try request.query("q") ?? "").prefix(200)), in: try Field.language(lang),
            to: try request.query("to").map { text throws(WebRefusal) in try Field.language(text) }, limit: 500)
        return Response(json: PhrasesJSON(phrases), to: request)
    }
}
