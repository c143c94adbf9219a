import SabirProtocol
import SabirRoom
import SabirTranslation

/// What `IRCHub` has to do after a change of `IRCState`.
enum IRCAction: Sendable, Hashable {
    case send(ConnectionID, IRCLine)
    /// Ask the node. The answer goes to `IRCState.applyAnswer`, in the order of the connection's requests.
    case ask(ConnectionID, IRCRequest)
    /// Close the connection after the lines sent to it are written.
    case close(ConnectionID)
    case refused(IRCLimit)
    /// Leave the room from this seat, whose client is gone.
    case abandon(room: String, HostedRoom.Entry)
    /// Read the facts of this room, as they changed.
    case readFacts(room: String)
}

/// A client's request to the node.
enum IRCRequest: Sendable, Hashable {
    /// `channel`: the channel's name, or "#" and the room's id.
    case enter(channel: String, key: String?, Hello)
    case earlier(room: String, HostedRoom.Entry, LanguageTag)
    case leave(room: String, HostedRoom.Entry)
    case change(room: String, HostedRoom.Entry, Profile)
    case say(room: String, HostedRoom.Entry, Draft)
    case unclear(room: String, HostedRoom.Entry, Message)
    /// `privately`: the client wants to talk with staff alone; only staff are told so.
    case callPerson(room: String, HostedRoom.Entry, privately: Bool)
    case list
}

/// The node's answer to an `IRCRequest`.
enum IRCAnswer: Sendable, Hashable {
    case entered(room: String, HostedRoom.Entry)
    case notEntered(channel: String, WireFault)
    case earlier(room: String, [IRCLineReading])
    case changed(room: String, MemberInfo)
    case unclearTold(Message)
    case contact(room: String, String, privately: Bool)
    case listed([IRCListing])
    /// The request succeeded, and the client needs no reply.
    case done
    /// `text`: the message that was refused, if the request was to say one.
    case refused(room: String, WireFault, text: String?)
}

/// A line and its translation; nil until that arrives.
struct IRCLineReading: Sendable, Hashable {
    let message: Message
    let reading: TranslationOutcome?
}

/// A room with the channel name under which IRC clients find it.
struct IRCListing: Sendable, Hashable {
    /// The channel's name with its "#", unique on this node.
    let channel: String
    let facts: RoomFacts

    var info: RoomInfo { facts.info }
    var room: String { info.id }

    /// The channels of rooms, in the same order. Where two rooms would get the same name, the later one gets a number.
    static func list(_ rooms: [RoomFacts]) -> [IRCListing] {
        var taken: Set<String> = []
        return rooms.map { room in
            let plain = room.isPrivate ? "#" + room.info.id : IRCName.channel(room.info.name)
            var name = plain
            var number = 2
            while !taken.insert(IRCName.folded(name)).inserted {
                name = "\(plain)-\(number)"
                number += 1
            }
            return IRCListing(channel: name, facts: room)
        }
    }

    func isMeant(by name: String) -> Bool {
        let wanted = IRCName.folded(name)
        return wanted == IRCName.folded(channel) || wanted == "#" + room.lowercased()
    }
}
