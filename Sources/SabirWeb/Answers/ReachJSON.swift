import SabirFeed
import SabirProtocol

/// How many people in a room a reader and writer of one language can reach, and be reached by.
struct MutualReachJSON: Encodable, Sendable {
    /// The number of other people in the room.
    let of: Int
    /// How many of the others could not read what this person writes.
    let cannot: Int
    /// How many of the others this person could not read.
    let unread: Int
    /// The languages of those who could not read it.
    let langs: [String]

    init(_ reach: MutualReach) {
        of = reach.of
        cannot = reach.outgoing.cannot
        unread = reach.incoming.cannot
        langs = reach.outgoing.langs.map(\.description).sorted()
    }
}

/// The reader's newest lines that somebody in the room cannot read.
struct ReachJSON: Encodable, Sendable {
    private let lines: [Line]

    init(_ lines: [MessageID: Reach]) {
        self.lines = lines.map(Line.init).sorted { $0.id < $1.id }
    }

    private struct Line: Encodable, Sendable {
        let id: String
        let cannot: Int
        let of: Int
        let langs: [String]

        init(_ id: MessageID, _ reach: Reach) {
            self.id = id.description
            cannot = reach.cannot
            of = reach.of
            langs = reach.langs.map(\.description).sorted()
        }
    }
}
