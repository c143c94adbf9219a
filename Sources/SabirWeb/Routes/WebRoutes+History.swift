import Hummingbird
import SabirFeed
import SabirProtocol

/// The lines before those that a visitor's stream began with.
extension WebRoutes {
    var historyRoutes: [Route] { [.get("/api/rooms/:room/lines", olderLines)] }

    @Sendable private func olderLines(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let visit = try await visit(room, try face(request), context)
        let wanted = try Self.historyRequest(request)
        try await meter(context)
        let page = try await room.lines(wanted, for: visit.entry.seat).fitting()
        var older = OlderLines(
            page, in: room.id, for: visit.entry.info.lang, reading: visit.reads,
            confirmations: await room.confirmations(of: page.messages))
        older.overBudget = try await room.overBudget(older.foreign, readBy: visit.entry.seat)
        return .events(of: older, epoch: await room.facts.epoch, by: parts.services)
    }

    /// Which older lines a request asks for.
    static func historyRequest(_ request: Request) throws(WebRefusal) -> HistoryRequest {
        guard let before = try request.number("before", in: 1...Int.max) else {
            throw .badRequest("Say before which number: ?before=42.")
        }
        let limit = try request.number("limit", in: 1...HistoryRequest.most)
        return HistoryRequest(before: before, limit: limit ?? HistoryRequest.usual)
    }
}
