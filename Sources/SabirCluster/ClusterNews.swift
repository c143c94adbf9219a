import SabirProtocol

/// News of a room's stream for this node, in order.
package enum ClusterNews: Hashable, Sendable {
    /// The stream is followed, up to its newest line. Where the epoch changed, `past` is the end of the new numbering;
    /// with the same epoch it is empty.
    case up(epoch: String, newest: Int, past: [ClusterLine])
    /// The next lines, from this node and others.
    case lines([ClusterLine])
    /// The answer to an offer that the stream had already, by the same author.
    case known(ClusterLine)
    /// The offered id belongs to another line, or its line was erased.
    case taken(MessageID)
    /// The line was not accepted, and will not be.
    case refused(MessageID, reason: String)
    /// All members at other nodes, whenever that changes.
    case present([MemberHere])
    /// Staff did this at some node, which may be this one.
    case acted(ModerationRecord)
    /// These lines were erased from the stream.
    case erased([Int])
    /// A packet for one member, at any node; with nil for everybody.
    case word(HostPacket, to: MemberID?)
    /// How many lines of the stream are still to come. Told a few times a second at most, when it changes.
    case behind(Int)
    /// The cluster delivers and answers nothing; offered lines wait.
    case down(reason: String)
}

/// The identity of a stream, and the lines in it.
struct StreamFacts: Hashable, Sendable {
    /// Made from the stream's name and creation time: another stream of the same name is another numbering.
    let epoch: String
    /// Number of the oldest line; `newest + 1` where there is none.
    let first: Int
    var newest: Int
    /// Written by the node that made the stream: the fingerprint of the certificate that the room's guests pin.
    var founder = ""
    /// Numbers of erased lines between `first` and `newest`.
    var erased: [Int] = []
}

/// The result of publishing a line.
enum PublishOutcome: Hashable, Sendable {
    case stored(seq: Int)
    /// The stream has the id already, or assumes so.
    case duplicate
    /// The line may be in the stream or not: it is published again.
    case unknown
}

extension ClusterNews {
    /// Joins lines that follow one another into one piece of news.
    static func joined(_ news: [ClusterNews]) -> [ClusterNews] {
        news.reduce(into: []) { joined, piece in
            if case .lines(let more) = piece, case .lines(let lines)? = joined.last {
                joined[joined.count - 1] = .lines(lines + more)
            } else {
                joined.append(piece)
            }
        }
    }
}
