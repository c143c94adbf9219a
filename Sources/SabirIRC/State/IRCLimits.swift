/// What a client may do, and how long it is waited for.
package struct IRCLimits: Sendable, Hashable {
    /// From the connection to the end of its registration.
    package var registration = Duration.seconds(30)
    /// Silence after which a client is asked whether it is there, and that in which it has to answer.
    package var silence = Duration.seconds(90)
    package var answer = Duration.seconds(60)
    /// Lines that a client may send at once, and each second in the long run; more wait.
    package var burst = 20
    package var rate = 5
    /// Lines that wait; with more, it is flooding.
    package var waiting = 200
    /// How long a line waits for its translation before it is shown as it was written.
    package var patience = Duration.seconds(1)
    /// How long the node may take to let a client into a room, and how much of what rooms tell waits for it meanwhile.
    package var entry = Duration.seconds(10)
    package var deferred = 4_096
    /// Rooms a client may be in.
    package var channels = 20

    package init() {}
}

/// What a client can run into, by the names of the metrics.
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
