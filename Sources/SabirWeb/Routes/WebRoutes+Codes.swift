import Hummingbird
import NIOCore
import SabirCore
import SabirProtocol

/// QR codes for joining: of a room, and of the wifi.
extension WebRoutes {
    var codeRoutes: [Route] {
        [
            .get("/api/rooms/:room/qr.svg", qrCode), .get("/api/rooms/:room/wifi", wifi),
            .get("/api/rooms/:room/wifi.svg", wifiCode),
        ]
    }

    @Sendable private func qrCode(_ request: Request, _ context: WebContext) async throws -> Response {
        let facts = await (try await room(in: context)).facts
        return try Response(code: parts.json(of: facts).url, title: facts.info.name)
    }

    @Sendable private func wifi(_ request: Request, _ context: WebContext) async throws -> Response {
        let network = try await network(context)
        return Response(json: ["wifi": network.map(WifiJSON.init)], to: request)
    }

    @Sendable private func wifiCode(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let network = try await network(context) else {
            throw WebRefusal.notFound("This node was told of no wifi.")
        }
        return try Response(code: network.text, title: network.name)
    }

    /// The wifi's password is only sent for rooms that screens show, as it is public on the wall then, or to staff.
    private func network(_ context: WebContext) async throws -> WifiNetwork? {
        let isPrivate = await (try await room(in: context)).facts.isPrivate
        let isOnWalls = parts.settings.allowsKiosk && !isPrivate
        let isStaff = isOnWalls ? false : await isStaff(context)
        guard isOnWalls || isStaff else { throw WebRefusal.forbidden("This room is not shown on screens.") }
        return parts.settings.wifi
    }
}

extension Response {
    /// A response with a QR code as SVG image.
    init(code text: String, title: String) throws(WebRefusal) {
        guard let svg = QRCode(text)?.svg(title: title) else { throw .notFound("There is no QR code here.") }
        self.init(ByteBuffer(string: svg), type: "image/svg+xml")
    }
}
