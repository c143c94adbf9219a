import SabirProtocol

/// Signals for a room's owner from the library's threads and from finished requests.
enum RoomSignal: Sendable {
    case connected
    case disconnected
    /// An event of the consumer of the room's lines.
    case follow(FollowEvent, generation: Int)
    case published(subject: String, PublishOutcome)
    case opened(Result<StreamFacts, any Error>)
    case follows(generation: Int, ClusterError?)
    case lookedUp(MessageID, Result<ClusterLine?, any Error>)
    case offered(ClusterLine)
    case retracts(ClusterRetraction)
    /// Whether the retraction may be told; false where its id belongs to another line.
    case retracted(MessageID, Result<Bool, any Error>)
    case tick
    /// An act of staff; `isNews`: decided since the node listens.
    case acted(RawDelivery, isNews: Bool)
    /// The acts of all rooms are followed from here on: earlier ones have to be read.
    case actsStand
    /// The room's part of a bucket: the last value of each key.
    case read(ClusterNames.Bucket, Result<[RawDelivery], any Error>)
    /// A node's members, as that node put them.
    case present(key: String, body: [UInt8])
    /// A message between the room's nodes.
    case said(topic: String, reply: String?, body: [UInt8])
    /// Which members of this node came, changed or left.
    case here(PresenceHere)
}

/// What arrives from a consumer of a stream.
enum FollowEvent: Sendable {
    case delivered(RawDelivery)
    /// How many messages the consumer has delivered; nil where the server does not say.
    case heartbeat(lastDelivered: Int?)
    /// The server waits for a message to this subject before it sends more.
    case flow(reply: String)
}

/// A delivery as it came.
struct RawDelivery: Sendable {
    let subject: String
    let position: StreamPosition
    let author: String?
    /// For an act that cleared the room: its numbering and last cleared line.
    var cleared: String?
    let body: [UInt8]
}
