import SabirProtocol

/// What somebody can run into. The raw values are labels of a metric.
package enum RoomLimit: String, CaseIterable, Sendable {
    /// Connections of the port, in all and from one address.
    case connections
    case connectionsPerAddress = "connections_per_address"
    /// Time until the hello.
    case hello
    /// Joins of an address, and of a room, in a minute.
    case joinsPerAddress = "joins_per_address"
    case joinsPerRoom = "joins_per_room"
    case members
    /// Places of a room that one address, or one relay, holds.
    case membersPerAddress = "members_per_address"
    /// Messages of a member, of all at one address, and of a room.
    case messages
    case messagesPerAddress = "messages_per_address"
    case messagesPerRoom = "messages_per_room"
    /// Packets of a connection: it was not read from for a while.
    case packets
    /// Bytes waiting for a member that does not read.
    case queue
    /// Calls for help and reports, as many as may wait for a room's staff.
    case desk
    /// Passwords tried after too many wrong ones.
    case passwords
    /// Characters that a member has the host's engine translate.
    case translation
    /// Messages and drafts for which no engine is asked, as their author has said, or checked, more in a minute than is
    /// translated; and older lines of which somebody has read as much.
    case lines = "message_characters"
}

/// Counts what the rooms take and refuse. Called on the rooms' event loop.
package protocol RoomMeter: Sendable {
    func refused(_ limit: RoomLimit, times: Int)
    /// What counts the messages of one room. Asked for once, when the room opens.
    func messages(of room: RoomSettings) -> MessageCounter
    /// An act of staff that a cluster did not take, or that could not be stored.
    func actFailed()
    /// Somebody calls for help.
    func helpWasCalled()
    /// Somebody came in with this language, or changed to it. Not said of relays, which read nothing.
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
