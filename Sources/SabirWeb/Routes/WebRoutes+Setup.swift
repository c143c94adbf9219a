import Hummingbird
import SabirProtocol

/// Setting the place up in a browser. Only on this computer or over HTTPS, as a PIN and the wifi's password are typed
/// here.
extension WebRoutes {
    var setupRoutes: [Route] {
        guard let setup = parts.setup else { return [] }
        return [
            .get("/setup", { try await closePage("setup", $0, $1) }),
            .get("/api/setup", { try await place($0, $1, setup) }),
            .get("/api/setup/code.svg", { try await wayIn($1, setup) }),
            .post("/api/setup/code", { try await enter($0, $1, setup) }),
            .post("/api/setup/try", { try await tryOut($0, $1, setup) }),
            .post("/api/setup", { try await save($0, $1, setup) }),
            .post("/api/setup/backup", { try await receive($0, $1, setup) }),
            .post("/api/setup/restore", { try await restore($0, $1, setup) }),
        ]
    }

    /// Whether nobody can overhear the connection.
    func isClose(_ context: WebContext) -> Bool { context.isSecure || context.isLoopback }

    /// Serves a page that nobody may overhear, or redirects to it over HTTPS if there is HTTPS.
    func closePage(_ name: String, _ request: Request, _ context: WebContext) async throws -> Response {
        if !isClose(context), let address = parts.secureAddress("/" + name) {
            return .redirect(to: address, type: .temporary)
        }
        return try await page(name + ".html")(request, context)
    }

    /// The settings; a device that may not change them yet learns how to get in.
    private func place(_ request: Request, _ context: WebContext, _ setup: any WebSetup) async throws -> Response {
        guard isClose(context) else { throw Self.notPlain }
        var answer = SetupJSON(isAwaited: setup.isAwaited, mayChange: await mayChange(context, setup))
        if answer.mayChange {
            do throws(PlaceFault) { answer.settings = try await setup.settings() } catch { answer.locked = error.text }
        } else if setup.isAwaited, context.isLoopback {
            answer.code = await parts.access.code
            answer.address = parts.setupAddress
            answer.fingerprint = parts.settings.own?.fingerprint
        }
        return Response(json: answer, to: request)
    }

    /// A QR code with the setup address, shown on this computer's screen for a phone.
    private func wayIn(_ context: WebContext, _ setup: any WebSetup) async throws -> Response {
        guard setup.isAwaited, context.isLoopback, let address = parts.setupAddress else {
            throw WebRefusal.notFound("There is no code here.")
        }
        return try Response(code: address, title: address)
    }

    private struct Code: Decodable { let code: String }

    private func enter(_ request: Request, _ context: WebContext, _ setup: any WebSetup) async throws -> Response {
        guard isClose(context) else { throw Self.notPlain }
        let asked = try await request.json(Code.self)
        guard setup.isAwaited else {
            throw WebRefusal(
                status: .conflict, code: "set-up", text: "This place is set up. Log in as staff to change its settings."
            )
        }
        let token = try await parts.access.enter(asked.code, from: context.address, at: .now)
        await parts.announceSetupCode()
        var response = Response.done
        response.setCookie(
            context.origin.cookies.setup, to: token, for: Int(SetupAccess.lifetime.components.seconds), context)
        return response
    }

    private struct Trial: Decodable {
        let from: String
        let to: String
        let text: String
    }

    /// Translates a sample sentence with the engines found, as a line in a room would be.
    private func tryOut(_ request: Request, _ context: WebContext, _ setup: any WebSetup) async throws -> Response {
        let asked = try await request.json(Trial.self)
        try await check(context, setup)
        try await meter(context)
        let (from, to) = (try Field.language(asked.from), try Field.language(asked.to))
        let text = try WireText.message(asked.text)
        let outcome = await parts.services.translate(text, from: from, to: to, in: "")
        return Response(json: TranslationJSON(outcome, to: to, for: from, by: parts.services.outcomeWording))
    }

    private func save(_ request: Request, _ context: WebContext, _ setup: any WebSetup) async throws -> Response {
        let settings = try await request.json(PlaceSettings.self)
        try await check(context, setup)
        let who = setup.isAwaited ? "set-up \(context.address)" : await auditName(context)
        try await setup.save(settings, by: who)
        return .done
    }

    // MARK: From a backup

    /// The size limit in bytes for a piece of a backup: small enough to arrive within a request's time over a slow
    /// network.
    private static let longestPiece = 1 << 20

    private func receive(_ request: Request, _ context: WebContext, _ setup: any WebSetup) async throws -> Response {
        try ChangeGuard.check(request, of: "application/octet-stream")
        try await checkNew(context, setup)
        guard let offset = request.uri.queryParameters["at"].flatMap({ Int($0) }), offset >= 0 else {
            throw WebRefusal.badRequest("at says which byte of the backup this piece begins with.")
        }
        let piece = try await request.data(atMost: Self.longestPiece)
        try await setup.receive(piece, at: offset)
        return .done
    }

    private struct Sheet: Decodable { let words: String }

    private func restore(_ request: Request, _ context: WebContext, _ setup: any WebSetup) async throws -> Response {
        let sheet = try await request.json(Sheet.self)
        try await checkNew(context, setup)
        try await setup.restore(sheet.words, by: "set-up \(context.address)")
        return .done
    }

    // MARK: Who may

    /// Refuses to restore a backup over a place that has rooms.
    private func checkNew(_ context: WebContext, _ setup: any WebSetup) async throws(WebRefusal) {
        try await check(context, setup)
        guard setup.isAwaited else {
            throw WebRefusal(
                status: .conflict, code: "set-up",
                text: "This place is set up. A backup takes its place at the computer: sabir restore --replace.")
        }
    }

    private func check(_ context: WebContext, _ setup: any WebSetup) async throws(WebRefusal) {
        guard isClose(context) else { throw Self.notPlain }
        guard await mayChange(context, setup) else {
            throw WebRefusal(
                status: .unauthorized, code: "forbidden",
                text: setup.isAwaited ? "Type the code first." : "Log in first as staff who look after staff.")
        }
    }

    private func mayChange(_ context: WebContext, _ setup: any WebSetup) async -> Bool {
        guard setup.isAwaited else { return await staffLogin(context)?.manages ?? false }
        return await parts.access.isIn(context.cookies[context.origin.cookies.setup], at: .now)
    }

    private static let notPlain = WebRefusal(
        status: .forbidden, code: "https-required",
        text: "A place is set up on its own computer, or over HTTPS: here everybody on the wifi could read along.")
}

extension WebRefusal {
    init(_ fault: PlaceFault) {
        let status: HTTPResponse.Status =
            switch fault.field {
            case "locked": .conflict
            case "file": .internalServerError
            default: .badRequest
            }
        self.init(status: status, code: "setting", text: fault.text, detail: fault.field)
    }
}

/// The state of the setup, for a browser that opens `/setup`.
struct SetupJSON: Encodable, Sendable {
    /// Whether the place has not been set up yet.
    let isAwaited: Bool
    let mayChange: Bool
    /// The settings; nil if this device may not see them, or they are not set here.
    @OrNull var settings: PlaceSettings?
    /// Why the settings cannot be changed here.
    @OrNull var locked: String?
    /// Only on this computer's screen: the code that another device has to show, the address to open, and the
    /// certificate's fingerprint there.
    @OrNull var code: String?
    @OrNull var address: String?
    @OrNull var fingerprint: String?

    private enum CodingKeys: String, CodingKey {
        case isAwaited = "awaited"
        case mayChange = "may_change"
        case settings, locked, code, address, fingerprint
    }
}
