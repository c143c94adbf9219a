/// Limits for IRC clients, and how long the server waits for them.
struct IRCLimits: Sendable, Hashable {
    /// How long a client may take to register after connecting.
    var registration = Duration.seconds(30)
    /// After `silence` a client gets a PING, and has to send something within `answer`.
    var silence = Duration.seconds(90)
    var answer = Duration.seconds(60)
    /// How many lines a client may send at once, and each second in the long run; further lines wait.
    var burst = 20
    var rate = 5
    /// How many of a client's lines may wait; a client with more is disconnected for flooding.
    var waiting = 200
    /// How long a line waits for its translation before it is shown as it was written.
    var patience = Duration.seconds(1)
    /// How long the node may take to let a client into a room, and how many news of rooms may wait meanwhile.
    var entry = Duration.seconds(10)
    var deferred = 4_096
    /// How many rooms a client may be in.
    var channels = 20
}

/// The limits that a client can run into, by their names in the metrics.
enum IRCLimit: String, Sendable {
    case connections = "irc-connections"
    case registration = "irc-registration"
    case silence = "irc-silence"
    case queue = "irc-queue"
    case flood = "irc-flood"
    /// The node did not let a client into a room in time.
    case entry = "irc-entry"
    case line = "irc-line"
}
