import SabirProtocol
import SabirRoom
import SabirTranslation

/// What is to be done about something that the state heard.
enum IRCAction: Sendable, Hashable {
    case send(ConnectionID, IRCLine)
    /// Asks the node; answered by `IRCState.answered`, in the order of a connection's requests.
    case ask(ConnectionID, IRCRequest)
    /// After what was sent to it is written.
    case close(ConnectionID)
    case refused(IRCLimit)
    /// The client of this seat is gone.
    case abandon(room: String, HostedRoom.Entry)
    /// Nobody asked, but a room's facts are others now.
    case readFacts(room: String)
}

/// What a client asks of the node.
enum IRCRequest: Sendable, Hashable {
    /// By the channel's name, or the room's id behind "#".
    case enter(channel: String, key: String?, Hello)
    case earlier(room: String, HostedRoom.Entry, LanguageTag)
    case leave(room: String, HostedRoom.Entry)
    case change(room: String, HostedRoom.Entry, Profile)
    case say(room: String, HostedRoom.Entry, Draft)
    case unclear(room: String, HostedRoom.Entry, Message)
    /// `privately`: to talk with the staff alone, who are told so, and nobody else.
    case callPerson(room: String, HostedRoom.Entry, privately: Bool)
    case list
}

/// What the node answers.
enum IRCAnswer: Sendable, Hashable {
    case entered(room: String, HostedRoom.Entry)
    case notEntered(channel: String, WireFault)
    case earlier(room: String, [IRCLineReading])
    case changed(room: String, MemberInfo)
    case unclearTold(Message)
    case contact(room: String, String, privately: Bool)
    case listed([IRCListing])
    /// There is nothing to say about it.
    case done
    /// `text`: what was not said, where it was about that.
    case refused(room: String, WireFault, text: String?)
}

/// A line with its reading; nil: not there yet.
struct IRCLineReading: Sendable, Hashable {
    let message: Message
    let reading: TranslationOutcome?
}

/// A room as a channel.
struct IRCListing: Sendable, Hashable {
    /// With its "#"; unlike all others of this node.
    let channel: String
    let facts: RoomFacts

    var info: RoomInfo { facts.info }
    var room: String { info.id }

    /// Channels for rooms, in their order; where names fall together the later ones get a number.
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
