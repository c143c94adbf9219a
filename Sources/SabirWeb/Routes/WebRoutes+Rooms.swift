import Hummingbird
import SabirFeed
import SabirProtocol
import SabirRoom

/// Information about the node and its rooms; entering and leaving rooms.
extension WebRoutes {
    var roomRoutes: [Route] {
        [
            .get("/api/house", house), .get("/api/rooms/:room", aboutRoom),
            .get("/api/rooms/:room/members", members),
            .post("/api/rooms/:room/enter", enter), .post("/api/rooms/:room/profile", changeProfile),
            .post("/api/rooms/:room/leave", leave), .get("/api/phrases", phrases),
        ]
    }

    @Sendable private func house(_ request: Request, _ context: WebContext) async throws -> Response {
        let rooms = await visible(await self.rooms(over: context))
        let present = rooms.reduce(into: Set<LanguageTag>()) { $0.formUnion($1.facts.langs.keys) }
        let languages = await parts.availability.languages(among: present)
        let wished = AcceptedLanguages.tags(request.headers[.acceptLanguage])
        return Response(
            json: HouseJSON(
                name: parts.services.name, rooms: rooms.map { parts.json(of: $0.facts) },
                languages: languages,
                suggested: AcceptedLanguages.suggested(wished, from: parts.availability.offered).map(\.description),
                houseLanguages: parts.settings.houseLanguages.map(\.description),
                staffHere: parts.mayBeStaff(context), staffNamed: await parts.staff.knowsPersons,
                staffShared: await parts.staff.isShared, secure: parts.secureDoor(besides: context)),
            to: request)
    }

    @Sendable private func aboutRoom(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, face) = (try await room(in: context), try face(request))
        let wished = try request.query("lang").map(offered)
        let facts = await room.facts
        let device = context.devices[face]
        let visit = device == nil ? nil : await parts.visitors.visit(try key(room, face, context))
        var remembered: VisitorList.Remembered?
        if let device { remembered = await parts.visitors.remembered(device, face) }
        let preview = try await joinPreview(room, face, facts, context)
        let isStranger = visit == nil && preview != nil && preview?.refusal == nil
        var ahead: MutualReachJSON?
        if isStranger, let wished {
            ahead = MutualReachJSON(await parts.services.mutualReach(for: wished, among: facts.langs, in: room.id))
        }
        let languages = await parts.availability.languages(among: Set(facts.langs.keys), in: room.id)
        let about = AboutRoomJSON(
            languages: languages,
            houseLanguages: parts.settings.houseLanguages.map(\.description),
            you: visit.map { YouJSON($0.entry.info) },
            remembered: remembered.map { ["name": $0.name, "lang": $0.lang.description] },
            secure: parts.secureDoor(besides: context),
            refused: preview?.refusal.map(WebRefusal.init), muted: preview?.isMuted ?? false,
            forgetAfter: parts.settings.forgetAfter, topic: try await topic(of: facts, for: wished, context),
            ahead: ahead, person: face == .a ? await vouchedLogin(context)?.name : nil,
            back: face == .a ? await origin(of: room, context) : nil)
        let json = parts.json(
            of: facts, notice: try await notice(of: facts, for: wished, context), forInside: visit != nil)
        return Response(json: JoinedJSON(json, about), to: request)
    }

    /// The topic, translated if the request names a language.
    private func topic(
        of facts: RoomFacts, for lang: LanguageTag?, _ context: WebContext
    ) async throws -> JoinedJSON<[String: String], TranslationJSON>? {
        guard let lang, !facts.info.topic.isEmpty else { return nil }
        try await meter(context)
        return await parts.services.topic(facts.info.topic, of: facts.info.id, for: lang).map {
            let translation = TranslationJSON($0.translation, to: lang, by: parts.services.outcomeWording)
            return JoinedJSON(["from": $0.written.description], translation)
        }
    }

    /// The notice, translated if the request names a language, as screens do for each of theirs; nil if there is
    /// nothing to translate.
    private func notice(
        of facts: RoomFacts, for lang: LanguageTag?, _ context: WebContext
    ) async throws -> NoticeJSON? {
        guard let lang, let notice = facts.notice, facts.tellsNoticeToEverybody, notice.lang != lang else { return nil }
        try await meter(context)
        return NoticeJSON(
            notice, await translation(of: notice.text, from: notice.lang, for: lang, in: facts.info.id))
    }

    /// What the device would find on joining. Whether a room with a password is locked or full, and who is banned, is
    /// only told to those who know the password.
    private func joinPreview(
        _ room: any WebRoom, _ face: TabletSide, _ facts: RoomFacts, _ context: WebContext
    ) async throws -> HostedRoom.JoinPreview? {
        let key = context.devices[face].map { VisitorList.Key(device: $0, room: room.id, face: face) }
        let login = await vouchedLogin(context)
        if facts.hasPassword, login == nil {
            guard let key, await isKnown(key, context) else { return nil }
        }
        var preview = await room.joinPreview(
            ofDevice: key.map { $0.device.secret(room: room.id, face: face) }, address: context.address,
            isStaff: login != nil && face == .a, comesWithStaff: login?.isInterpreter == false && face == .b)
        if preview.refusal == nil, login == nil { preview.refusal = await uninvited(room, key) }
        if let key, await parts.visitors.visit(key) != nil { preview.refusal = nil }
        return preview
    }

    @Sendable private func members(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        _ = try await visit(room, try face(request), context)
        let after = try request.query("after").map(MemberID.init(rawValue:))
        let page = await room.members(after: after)
        return Response(json: MembersJSON(members: page.members.map(MemberJSON.init), more: page.more), to: request)
    }

    // MARK: Coming and going

    private struct Entry: Decodable {
        let name: String
        let lang: String
        /// Other languages that the visitor reads.
        let reads: [String]?
        let face: TabletSide?
        /// Whether another person than before sits at a tablet's second side; ignored for the first side.
        let anew: Bool?
        /// `EPOCH:SEQ`: the last line that the visitor has.
        let last: String?
        /// The password of a room that has one; accepted only over HTTPS.
        let password: String?
        /// A join code from staff, in place of the password.
        let code: String?
    }

    /// The last line that the page has, with the device's proof in case the room began a new epoch since.
    private func resume(from entry: Entry, in room: any WebRoom, _ context: WebContext) -> Hello.Resume? {
        let last = entry.last.flatMap { Hello.Resume(eventID: $0) }
        let shown = context.cookies[context.origin.cookies.seat(entry.face ?? .a, room.id)]
        return shown.flatMap { SeatCookie($0) }?.resume(after: last) ?? last
    }

    @Sendable private func enter(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let entry = try await request.json(Entry.self)
        try await meter(context)
        let (name, lang) = (try WireText.name(entry.name), try offered(entry.lang))
        let (reads, face) = (try Field.languages(entry.reads ?? []), entry.face ?? .a)
        let isAnew = face == .b && (entry.anew == true || context.devices[.b] == nil)
        let resume = isAnew ? nil : resume(from: entry, in: room, context)
        var context = context
        if isAnew { context.devices[.b] = DeviceCookie() }
        try await admit(room, try key(room, face, context), password: entry.password, code: entry.code, context)
        var response = try await enter(room, face, name: name, lang: lang, reads: reads, resume: resume, context)
        if isAnew { response.give(context.devices[.b], to: .b, context) }
        return response
    }

    private struct Profile: VisitorBody {
        let name: String?
        let lang: String?
        let reads: [String]?
        let face: TabletSide?
    }

    @Sendable private func changeProfile(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, profile, visit) = try await visit(request, context, reading: Profile.self)
        let member = visit.entry.info
        try await meter(context)
        let name = try profile.name.map(WireText.name)
        let lang = try profile.lang.map(offered)
        let reads = try profile.reads.map(Field.languages)
        return try await enter(
            room, profile.face ?? .a, name: name ?? member.name, lang: lang ?? member.lang, reads: reads ?? visit.reads,
            context)
    }

    private func enter(
        _ room: any WebRoom, _ face: TabletSide, name: String, lang: LanguageTag, reads: Set<LanguageTag>,
        resume: Hello.Resume? = nil,
        _ context: WebContext
    ) async throws -> Response {
        let key = try key(room, face, context)
        try await checkInvited(room, key, context)
        // Open the feed first, so that no line from now on is missed.
        let feed = await parts.feeds.feed(of: room)
        let login = await login(at: face, context)
        let vouched = login == nil ? nil : await vouchedLogin(context)
        // Staff may give the tablet's second side to anybody.
        let comesWithStaff = face == .b ? await isStaff(context) : false
        let visit = try await parts.visitors.enter(
            room, as: key, name: name, lang: lang, reads: reads, resume: resume, address: context.address,
            login: login, as: vouched?.role ?? .staff, person: vouched?.name, comesWithStaff: comesWithStaff)
        await feed.change(visit.entry.info, reads: reads)
        await entered(room, key)
        let entry = visit.entry
        var response = Response(
            json: JoinedJSON(YouJSON(entry.info), EnteredJSON(epoch: entry.epoch, seq: entry.seq)))
        if let token = await room.resumeToken(of: entry.seat) {
            response.give(SeatCookie(epoch: entry.epoch, token: token), to: face, in: room.id, context)
        }
        return response
    }

    /// The offered language for the visitor's one, so that few languages are translated whatever visitors ask for.
    private func offered(_ text: String) throws(WireFault) -> LanguageTag {
        let tag = try Field.language(text)
        guard let lang = parts.availability.offered.language(of: tag) else {
            throw WireFault(.badLang, "The page does not offer the language \(tag). Choose one of its list.")
        }
        return lang
    }

    private struct Leaving: Decodable {
        let face: TabletSide?
        /// Whether the device is given to somebody else, so that nothing about the person is remembered.
        let forget: Bool?
    }

    @Sendable private func leave(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let leaving = try await request.json(Leaving.self)
        let (face, isForgotten) = (leaving.face ?? .a, leaving.forget ?? false)
        let key = try key(room, face, context)
        let visit = await parts.visitors.visit(key)
        guard visit != nil || isForgotten else { throw WebRefusal.notIn }
        await parts.visitors.leave(room, as: key, isForgotten: isForgotten)
        await parts.admissions.forget(key)
        if let visit { await parts.feeds.feed(ofRoom: room.id)?.endStreams(of: visit.entry.info.id) }
        var response = Response.done
        if face == .b || isForgotten {
            response.give(nil, to: face, context)
            response.give(nil, to: face, in: room.id, context)
        }
        return response
    }

    @Sendable private func phrases(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let lang = try request.query("lang") else { throw WebRefusal.badRequest("Say the language: ?lang=es.") }
        try await meter(context)
        let (situations, phrases) = await parts.services.phrases(
            matching: String((try request.query("q") ?? "").prefix(200)), in: try Field.language(lang),
            to: try request.query("to").map(Field.language), limit: 500)
        return Response(
            json: PhrasesJSON(situations: situations, phrases: phrases.map(PhrasesJSON.Phrase.init)), to: request)
    }
}
