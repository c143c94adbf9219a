import Hummingbird
import SabirWire

/// What visitors tell the room's staff.
extension WebRoutes {
    private struct Told: Decodable {
        let id: String
        let text: String?
        let face: Face?
    }

    @Sendable func report(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let told = try await request.json(Told.self, in: context, atMost: parts.settings.limits.body)
        let visit = try await visit(room, told.face ?? .a, context)
        let text = WireText.cleanMessage(told.text ?? "")
        guard text.unicodeScalars.count <= Report.maximumText else {
            throw WebRefusal.badRequest("A report has at most \(Report.maximumText) characters.")
        }
        let report = Report(id: try Field.messageID(told.id), text: text)
        try await meter(context)
        let isRead = try await refusing(missing: "There is no such message.") { () throws(WireFault) in
            try await room.report(report, from: visit.seat)
        }
        return Response(json: ["present": isRead])
    }
}
