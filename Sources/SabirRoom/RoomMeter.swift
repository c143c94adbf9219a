import SabirProtocol

/// A limit that somebody has exceeded. The raw values are labels of a metric.
package enum RoomLimit: String, CaseIterable, Sendable {
    /// Connections of the port, in all and from one address.
    case connections
    case connectionsPerAddress = "connections_per_address"
    /// Time until the hello.
    case hello
    /// Joins within a minute from an address, and into a room.
    case joinsPerAddress = "joins_per_address"
    case joinsPerRoom = "joins_per_room"
    case members
    /// Places of a room held by one address, or by one relay.
    case membersPerAddress = "members_per_address"
    /// Messages of a member, of all at one address, and of a room.
    case messages
    case messagesPerAddress = "messages_per_address"
    case messagesPerRoom = "messages_per_room"
    /// Packets of a connection: reading it paused for a while.
    case packets
    /// Bytes waiting for a member that does not read.
    case queue
    /// Calls for help and reports that wait for a room's staff.
    case desk
    /// Passwords tried after too many wrong ones.
    case passwords
    /// Characters that a member has the host's engine translate.
    case translation
    /// Messages and drafts for which no engine is asked, because their author has said or checked more in a minute than
    /// is translated. Also older lines for which none is asked, because their reader has read as much.
    case lines = "message_characters"
}

/// Counts what the rooms accept and refuse. Called on the rooms' event loop.
package protocol RoomMeter: Sendable {
    func refused(_ limit: RoomLimit, times: Int)
    /// The message counter of one room. Asked for once, when the room opens.
    func messages(of room: RoomSettings) -> MessageCounter
    /// Counts an act of staff that a cluster did not accept, or that could not be stored.
    func actFailed()
    func helpWasCalled()
    /// Counts a member who came in with this language, or changed to it. Not called for relays, which read nothing.
    func chose(_ language: LanguageTag)
}

package typealias MessageCounter = @Sendable () -> Void

extension RoomMeter {
    package func actFailed() {}
    package func helpWasCalled() {}
    package func chose(_ language: LanguageTag) {}
    func refused(_ limit: RoomLimit) { refused(limit, times: 1) }
    package func messages(of room: RoomSettings) -> MessageCounter { {} }
}

struct NoMeter: RoomMeter {
    func refused(_ limit: RoomLimit, times: Int) {}
}
