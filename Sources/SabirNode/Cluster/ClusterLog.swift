#if NATS
    import SabirCluster
    import SabirRoom
    import SabirProtocol

    /// What lies in a room's stream beyond its memory, for those who read back. Lines go into the stream by the room's
    /// authority, and come out of it as its news: nothing is written here.
    struct ClusterLog: RoomLog {
        let room: ClusterRoom

        func append(_ lines: [LogLine], done: @escaping @Sendable ([Message]) -> Void) { done(lines.map(\.message)) }

        func lines(before seq: Int, limit: Int) async -> [Message] { await page(before: seq, limit: limit) ?? [] }

        func page(before seq: Int, limit: Int) async -> [Message]? {
            try? await room.lines(before: seq, limit: limit).map(\.message)
        }

        func mayKnow(_ id: MessageID) -> Bool { false }

        func known(_ id: MessageID) async -> KnownID? { nil }

        func author(ofDevice secret: String) -> AuthorID { AuthorID(token: secret) }

        func forget(upTo seq: Int) {}

        /// A stream's room is asked by its authority.
        func retract(
            _ id: MessageID, seq: Int, by teller: MessageID, done: @escaping @Sendable (Retraction) -> Void
        ) {
            done(Retraction(failure: "a stream is not asked for it"))
        }

        func renew(epoch: String) {}

        func isOverdue() {}
    }
#endif
