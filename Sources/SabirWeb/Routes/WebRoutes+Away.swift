import Hummingbird

/// Receives word from a page that is being closed.
extension WebRoutes {
    var awayRoutes: [Route] { [.post("/api/rooms/:room/away", markAway)] }

    /// Shortens the visitor's time without a stream; a page that is only reloaded is back in time.
    @Sendable private func markAway(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, away, _) = try await visit(request, context, reading: VisitorOnly.self)
        await parts.visitors.markAway(try key(room, away.face ?? .a, context))
        return .done
    }
}
