import SabirProtocol
import SabirRoom

/// A room with IRC clients in it, as `IRCState` keeps it.
struct IRCChannel: Sendable {
    let room: String
    /// The channel's name with its "#".
    let name: String
    var facts: RoomFacts
    var people: [MemberID: IRCPerson] = [:]
    var clients: Set<ConnectionID> = []
    /// One queue for each language that clients in the room read.
    var queues: [LanguageTag: ReadingQueue] = [:]

    /// The newest lines, for events that quote one.
    var lines = RecentLines()

    init(_ listing: IRCListing) {
        room = listing.room
        name = listing.channel
        facts = listing.facts
    }

    var info: RoomInfo { facts.info }

    /// `n`: no messages from outside; `t`: only staff set the topic; `i`: the room is locked.
    var modes: String { facts.isLocked ? "+int" : "+nt" }
}

/// A room's member as IRC clients see it.
struct IRCPerson: Sendable, Hashable {
    var info: MemberInfo
    var nick: String
    /// The member's own connection; nil for members who are not IRC clients.
    var connection: ConnectionID?
    /// How many seats the client has given up whose end the room has not announced yet.
    var formerSeats = 0

    var source: String { IRCSession.source(nick, info.lang) }

    /// "@", IRC's sign for operators, for staff whom the host vouches for.
    var prefix: String { info.role == .staff ? "@" : "" }

    var realName: String { "\(info.name) (\(info.lang))" }
}

/// A change of the people in a channel, as the other clients see it. The client concerned is told directly.
enum IRCChannelEvent: Sendable, Hashable {
    case joined(IRCPerson)
    case left(IRCPerson)
    case renamed(IRCPerson, to: String)
    /// The person became staff, or is no longer staff.
    case ranked(IRCPerson)

    var person: IRCPerson {
        switch self {
        case .joined(let person), .left(let person), .renamed(let person, _), .ranked(let person): person
        }
    }
}
