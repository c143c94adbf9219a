import Hummingbird
import SabirProtocol
import SabirRoom

/// All addresses of the page, with their handlers.
struct WebRoutes: Sendable {
    typealias Handler = @Sendable (Request, WebContext) async throws -> Response

    struct Route: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let handler: Handler

        static func get(_ path: String, _ handler: @escaping Handler) -> Route {
            Route(method: .get, path: path, handler: handler)
        }

        static func post(_ path: String, _ handler: @escaping Handler) -> Route {
            Route(method: .post, path: path, handler: handler)
        }
    }

    let parts: WebParts
    let entrance: WebEntrance

    func responder() -> some HTTPResponder<WebContext> {
        let routes = [
            pageRoutes, roomRoutes, codeRoutes, awayRoutes, talkRoutes, helpRoutes, reportRoutes, streamRoutes,
            historyRoutes, confirmingRoutes, deskRoutes, readingRoutes, talkInvitationRoutes, staffRoutes,
            staffPeopleRoutes, nodeRoutes, installRoutes, setupRoutes, phoneCheckRoutes, reviewRoutes,
        ].flatMap(\.self)
        var paths = PathTable()
        for route in routes { paths.add(route.path, route.method) }
        let router = Router(context: WebContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(
            middleware:
                EdgeMiddleware(
                    entrance: entrance, proxies: parts.proxies,
                    // The node's own certificate proves no name, so host names are checked for it too.
                    hosts: KnownHosts(isSecure: entrance == .certified) { [parts, entrance] in
                        entrance == .own ? parts.ownBase : parts.publicBase
                    }, paths: paths,
                    portal: parts.portal, metrics: parts.metrics))
        for route in routes { router.on(RouterPath(route.path), method: route.method, use: route.handler) }
        return router.buildResponder()
    }

    // MARK: What several routes need

    /// The room named in the path by name or id. Private rooms are found only by id; closed ones only for staff.
    func room(in context: WebContext, forStaff: Bool = false) async throws -> any WebRoom {
        guard let segment = context.parameters.get("room"), let named = PathText.decoded(segment) else {
            throw WebRefusal.badRequest("The room's name in the address is not UTF-8, percent-encoded.")
        }
        let rooms = await rooms(over: context)
        if let room = rooms.first(where: { $0.id == named }) {
            if forStaff { return room }
            if await !room.isClosed { return room }
        } else if let room = await visible(rooms, forStaff: forStaff).first(where: { $0.facts.info.name == named }) {
            return room.room
        }
        throw WebRefusal(
            status: .notFound, code: "no-room", text: "There is no room \"\(named)\" here, or it is closed.")
    }

    /// The rooms that are open to the network interface of this connection.
    func rooms(over context: WebContext) async -> [any WebRoom] {
        var open: [any WebRoom] = []
        for room in await parts.services.rooms() where await room.isOpen(over: context.channel) { open.append(room) }
        return open
    }

    /// The rooms that visitors see in the list, with their facts; staff also see closed ones.
    func visible(
        _ rooms: [any WebRoom], forStaff: Bool = false
    ) async -> [(room: any WebRoom, facts: RoomFacts)] {
        var seen: [(room: any WebRoom, facts: RoomFacts)] = []
        for room in rooms { seen.append((room, await room.facts)) }
        return seen.filter { !$0.facts.isPrivate && (forStaff || !$0.facts.isClosed) }
    }

    func key(_ room: any WebRoom, _ face: TabletSide, _ context: WebContext) throws(WebRefusal) -> VisitorList.Key {
        guard context.devices[.a] != nil else {
            throw .forbidden("Your browser sent no cookie. Open the page first, and allow it its cookie.")
        }
        guard let device = context.devices[face] else { throw .notIn }
        return VisitorList.Key(device: device, room: room.id, face: face)
    }

    /// The visitor's place in the room; throws if it has not entered.
    func visit(_ room: any WebRoom, _ face: TabletSide, _ context: WebContext) async throws -> VisitorList.Visit {
        let key = try key(room, face, context)
        guard let visit = await parts.visitors.visit(key) else { throw WebRefusal.notIn }
        // A visitor with a staff role must still have a valid login.
        guard visit.login != nil, await vouchedLogin(context) == nil else { return visit }
        await parts.visitors.endStaff([key])
        return await parts.visitors.visit(key) ?? visit
    }

    /// The room of a visitor's request, the request's body, and the visitor's place in the room.
    func visit<Body: VisitorBody>(
        _ request: Request, _ context: WebContext, reading type: Body.Type
    ) async throws -> (room: any WebRoom, body: Body, visit: VisitorList.Visit) {
        let room = try await room(in: context)
        let body = try await request.json(type)
        return (room, body, try await visit(room, body.face ?? .a, context))
    }

    func face(_ request: Request) throws(WebRefusal) -> TabletSide {
        guard let text = try request.query("face") else { return .a }
        guard let face = TabletSide(rawValue: text) else { throw .badRequest("\"face\" is \"a\" or \"b\".") }
        return face
    }

    /// A text's translation for a reader, with reason and warnings in the reader's language.
    func translation(
        of text: String, from lang: LanguageTag, for reader: LanguageTag, in room: String
    ) async -> TranslationJSON {
        TranslationJSON(
            await parts.services.translate(text, from: lang, to: reader, in: room), to: reader,
            by: parts.services.outcomeWording)
    }

    func meter(_ context: WebContext) async throws {
        guard await !parts.meter.admitRequest(from: context.address) else { return }
        parts.metrics?.refusals("web_requests").increment()
        throw WebRefusal.tooFast
    }

    /// The token of the login by which the person at this side is staff or interpreter; nil for visitors. A tablet's
    /// second side is always a visitor's, whoever logged in on it.
    func login(at face: TabletSide, _ context: WebContext) async -> String? {
        guard face == .a, await vouchedLogin(context) != nil else { return nil }
        return context.staffToken
    }

    func isStaff(_ context: WebContext) async -> Bool { await staffLogin(context) != nil }

    /// The requester's staff login; nil for others.
    func staffLogin(_ context: WebContext) async -> StaffLogin? {
        await vouchedLogin(context).flatMap { $0.isInterpreter ? nil : $0 }
    }

    /// The requester's login as staff or interpreter; nil for others.
    func vouchedLogin(_ context: WebContext) async -> StaffLogin? {
        guard parts.mayBeStaff(context), let token = context.staffToken else { return nil }
        return await parts.staff.login(by: token, from: context.bearer, now: .now)
    }

    /// The requester's name for the audit.
    func auditName(_ context: WebContext) async -> String {
        (await staffLogin(context) ?? .house).auditName(at: context.address)
    }
}

/// The body of a request that a visitor makes at one side of a tablet.
protocol VisitorBody: Decodable {
    /// The side of a shared tablet; nil for the first side, and for every other device.
    var face: TabletSide? { get }
}

/// The body of a visitor's request that needs no other field.
struct VisitorOnly: VisitorBody { let face: TabletSide? }

/// Runs a request to a room. As the request was checked before, a refusal as invalid means that it names something that
/// does not exist, which `missing` then says.
func refusing<Value>(missing: String, _ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let fault as WireFault where fault.code == .badPacket {
        throw WebRefusal.notFound(missing)
    }
}
