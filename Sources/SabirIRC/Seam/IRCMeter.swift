/// Who counts what the listener does.
package protocol IRCMeter: Sendable {
    /// Clients connected now.
    func clients(_ count: Int)
    func refused(_ limit: IRCLimit)
}

/// What a client can run into.
package enum IRCLimit: String, CaseIterable, Sendable {
    case connections = "irc-connections"
    case registration = "irc-registration"
    case silence = "irc-silence"
    case queue = "irc-queue"
    case flood = "irc-flood"
    /// The node did not let a client into a room in time.
    case entry = "irc-entry"
    case line = "irc-line"
}
