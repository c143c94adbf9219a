import SabirProtocol

/// What a room's stream tells this node, in order.
package enum ClusterNews: Hashable, Sendable {
    /// The stream is followed, up to its newest line. Another epoch than before is another numbering, of which `past` is
    /// the end; with the same epoch it is empty.
    case up(epoch: String, newest: Int, past: [StoredLine])
    /// The next lines, of this node and others.
    case lines([StoredLine])
    /// The answer to an offer whose line the stream has from earlier, by the same author.
    case known(StoredLine)
    /// The offered id is another's, or its line was there and is gone.
    case taken(MessageID)
    /// The line was not taken, and will not be.
    case refused(MessageID, reason: String)
    /// Everybody who is in at other nodes, whenever that changes.
    case present([ClusterMember])
    /// Staff did this at some node, this one included.
    case acted(ModerationRecord)
    /// These lines were erased from the stream.
    case erased([Int])
    /// For one member, at whichever node; with nil for everybody.
    case word(HostPacket, to: MemberID?)
    /// So many lines of the stream are still to come. Told a few times a second at most, and where it has changed.
    case behind(Int)
    /// Neither the cluster's lines nor its answers come; what is offered waits.
    case down(reason: String)
}

/// Which stream it is, and which lines it has.
struct StreamFacts: Hashable, Sendable {
    /// Of the stream's name and the moment it was made: another stream of the same name is another numbering.
    let epoch: String
    /// Number of the oldest line; newest + 1 where there is none.
    let first: Int
    let newest: Int
    /// What the node that made it wrote there: the fingerprint of the certificate that the room's guests pin.
    var founder = ""
    /// Lines between these two that were erased.
    var erased: [Int] = []
}

/// What became of a line that was published.
enum PublishOutcome: Hashable, Sendable {
    case stored(seq: Int)
    /// The stream has it from an earlier time, or takes it for such a one.
    case duplicate
    /// It may be in the stream or not: it goes again.
    case unknown(String)
    /// The stream will not take it.
    case refused(String)
}

extension ClusterNews {
    /// Lines that follow one another as one piece.
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
