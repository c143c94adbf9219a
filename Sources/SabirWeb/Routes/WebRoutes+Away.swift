import Hummingbird

/// A page that was closed, told while it goes.
extension WebRoutes {
    var awayRoutes: [Route] { [.post("/api/rooms/:room/away", markAway)] }

    private struct Away: Decodable { let face: TabletSide? }

    /// Whoever only reloads the page is back before the visitor leaves.
    @Sendable private func markAway(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let away = try await request.json(Away.self, in: context, atMost: parts.settings.limits.body)
        let face = away.face ?? .a
        _ = try await visit(room, face, context)
        await parts.visitors.markAway(try key(room, face, context))
        return .done
    }
}
