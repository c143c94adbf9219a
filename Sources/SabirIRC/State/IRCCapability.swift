/// IRCv3 capabilities that clients can request.
enum IRCCapability: String, CaseIterable, Sendable {
    case echoMessage = "echo-message"
    case extendedJoin = "extended-join"
    case messageTags = "message-tags"
    case serverTime = "server-time"
}
