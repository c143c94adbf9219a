/// What a client can ask for beyond RFC 2812 (IRCv3).
enum IRCCapability: String, CaseIterable, Sendable {
    case echoMessage = "echo-message"
    case extendedJoin = "extended-join"
    case messageTags = "message-tags"
    case serverTime = "server-time"
}
