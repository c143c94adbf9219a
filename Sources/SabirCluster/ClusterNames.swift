import SabirProtocol

/// The names of one room's subjects and streams in NATS. Ids of rooms and messages are UUIDs: none of their characters
/// has a meaning in a subject.
struct ClusterNames: Sendable, Hashable {
    let prefix: String
    let room: String

    /// One stream for each room. Its sequence is the room's `seq`, so that nothing but messages may go in.
    var stream: String { "\(prefix)_log_\(room)" }
    /// The subjects of all messages of the room; a message's own subject has its id.
    var lines: String { "\(prefix).log.\(room).*" }
    func line(_ id: MessageID) -> String { "\(prefix).log.\(room).\(id.description.lowercased())" }

    /// Two key-value buckets for all rooms: acts of staff, and who is in at which node.
    enum Bucket: String, Hashable, Sendable, CaseIterable { case acts, presence }
    func bucket(_ bucket: Bucket) -> String { "\(prefix)_\(bucket.rawValue)" }
    /// A bucket is a stream with this name, and each of its keys is a subject (NATS ADR-8).
    func stream(of bucket: Bucket) -> String { "KV_\(self.bucket(bucket))" }
    /// All keys of this room in a bucket.
    func all(in bucket: Bucket) -> String { subject(">", in: bucket) }
    /// `key`: letters, digits, `-`, `_`, `=` and dots between.
    func subject(_ key: String, in bucket: Bucket) -> String { "$KV.\(self.bucket(bucket)).\(room).\(key)" }
    func key(of subject: String, in bucket: Bucket) -> String {
        String(subject.dropFirst(self.subject("", in: bucket).count))
    }

    /// Subjects of messages between the room's nodes that nothing stores: `word.MEMBER`, `erased`, `vouch`.
    var talk: String { "\(prefix).room.\(room).>" }
    func talk(_ topic: String) -> String { "\(prefix).room.\(room).\(topic)" }
    func topic(ofTalk subject: String) -> String { String(subject.dropFirst(talk.count - 1)) }

    static func id(ofLine subject: String) -> MessageID? {
        subject.split(separator: ".").last.flatMap { MessageID(String($0)) }
    }

    /// The room's id in the subject of a message, or of a key.
    static func room(of subject: String) -> String? {
        let tokens = subject.split(separator: ".", maxSplits: 3)
        return tokens.count == 4 ? String(tokens[2]) : nil
    }
}
