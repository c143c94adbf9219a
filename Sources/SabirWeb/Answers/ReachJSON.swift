import SabirFeed
import SabirProtocol

/// What one who writes and reads a language can count on among those who are here.
struct MutualReachJSON: Encodable, Sendable {
    /// The others.
    let of: Int
    /// How many of them what one writes would not reach.
    let cannot: Int
    /// Of how many one would not read what they write.
    let unread: Int
    /// What those read whom it would not reach.
    let langs: [String]

    init(_ reach: MutualReach) {
        of = reach.of
        cannot = reach.outgoing.cannot
        unread = reach.incoming.cannot
        langs = reach.outgoing.langs.map(\.description).sorted()
    }
}

/// Those of one's newest lines that somebody here cannot read.
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
