import SabirWire

/// The names of one room's things in NATS. A room's id is a UUID, a message's too: no character of them means
/// anything in a subject.
struct ClusterNames: Sendable, Hashable {
    let prefix: String
    let room: String

    /// One stream for each room: its sequence is the room's `seq`, so nothing but messages may go in.
    var stream: String { "\(prefix)_log_\(room)" }
    /// Every message of the room, each on a subject of its own, by which its id is found again.
    var lines: String { "\(prefix).log.\(room).*" }
    func line(_ id: MessageID) -> String { "\(prefix).log.\(room).\(id.description.lowercased())" }

    /// Acts of staff in all rooms: of each subject the last alone is kept.
    var actsStream: String { "\(prefix)_acts" }
    var allActs: String { "\(prefix).acts.>" }
    var acts: String { "\(prefix).acts.\(room).>" }
    func act(_ key: String) -> String { "\(prefix).acts.\(room).\(key)" }

    /// What nodes say to one another of the room and nobody keeps: `here.NODE`, `ask`, `word`, `vouch`.
    var talk: String { "\(prefix).room.\(room).>" }
    func talk(_ topic: String) -> String { "\(prefix).room.\(room).\(topic)" }
    func topic(ofTalk subject: String) -> String { String(subject.dropFirst(talk.count - 1)) }

    /// The message's id, out of its subject.
    static func id(ofLine subject: String) -> MessageID? {
        subject.split(separator: ".").last.flatMap { MessageID(String($0)) }
    }

    /// The room's id, out of a message's subject.
    static func room(ofLine subject: String) -> String? {
        let tokens = subject.split(separator: ".")
        return tokens.count == 4 ? String(tokens[2]) : nil
    }
}
