import SabirProtocol

/// What a room's owner is told, by the library's threads and by requests that have ended.
enum RoomSignal: Sendable {
    case connected
    case disconnected
    case delivered(RawDelivery, generation: Int)
    case heartbeat(lastDelivered: Int?, generation: Int)
    /// The server waits for a word to this subject before it sends on.
    case flow(reply: String)
    case published(subject: String, PublishOutcome)
    case opened(Result<StreamFacts, ClusterError>)
    case follows(generation: Int, ClusterError?)
    case lookedUp(MessageID, Result<StoredLine?, ClusterError>)
    case offered(ClusterLine)
    case retracts(ClusterRetraction)
    /// Whether it may be told; false where its id is another line's.
    case retracted(MessageID, Result<Bool, ClusterError>)
    case tick
    /// Staff decided this; `isNews`: since the node listens.
    case acted(RawDelivery, isNews: Bool)
    /// The acts of all rooms are followed from here on: what stands already is to be read.
    case actsStand
    /// What the room keeps in a bucket: the last value of each key.
    case read(ClusterNames.Bucket, Result<[RawDelivery], ClusterError>)
    /// What a node put, as it put it: who is in there.
    case present(key: String, body: [UInt8])
    /// What a node says to the others.
    case said(topic: String, reply: String?, body: [UInt8])
    /// Who is in at this node.
    case here([ClusterMember])
}

/// A delivery as it came: its subject, its place, its bytes.
struct RawDelivery: Sendable {
    let subject: String
    let position: StreamPosition
    let author: String?
    /// Of an act that cleared the room: up to which line.
    var cleared: String?
    let body: [UInt8]
}
