import SabirRoom
import SabirProtocol

/// Reads older lines from a room's stream. Writes nothing: lines go into the stream through the room's authority, and
/// come out of it as its news.
package struct ClusterLog: RoomLog {
    let room: ClusterRoom

    /// Reads whatever the stream has at the time.
    package init(room: ClusterRoom) { self.room = room }

    package func append(_ lines: [LogLine], done: @escaping @Sendable ([Message]) -> Void) {
        done(lines.map(\.message))
    }

    package func lines(before seq: Int, limit: Int) async -> [Message] {
        await page(before: seq, limit: limit) ?? []
    }

    package func page(before seq: Int, limit: Int) async -> [Message]? {
        try? await room.lines(before: seq, limit: limit).map(\.message)
    }

    package func mayKnow(_ id: MessageID) -> Bool { false }

    package func known(_ id: MessageID) async -> KnownID? { nil }

    package func author(ofDevice secret: String) -> AuthorID { AuthorID(token: secret) }

    package func forget(upTo seq: Int) {}

    /// Does nothing: a clustered room's authority handles retractions.
    package func retract(
        _ id: MessageID, seq: Int, by retractionID: MessageID,
        done: @escaping @Sendable (_ texts: [String], _ failure: String?) -> Void
    ) {
        done([], "a stream is not asked for it")
    }

    package func renew(epoch: String) {}

    package func reportOverdue() {}
}
