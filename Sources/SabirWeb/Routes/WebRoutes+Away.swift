import Hummingbird

/// Receives word from a page that is being closed.
extension WebRoutes {
    var awayRoutes: [Route] { [.post("/api/rooms/:room/away", markAway)] }

    private struct Away: Decodable { let face: TabletSide? }

    /// Shortens the visitor's time without a stream; a page that is only reloaded is back in time.
    @Sendable private func markAway(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let away = try await request.json(Away.self, in: context, atMost: parts.settings.limits.body)
        let face = away.face ?? .a
        _ = try await visit(room, face, context)
        await parts.visitors.markAway(try key(room, face, context))
        return .done
    }
}
