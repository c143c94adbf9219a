import SabirProtocol
import SabirRoom

/// A room with clients in it.
struct IRCChannel: Sendable {
    let room: String
    /// With its "#".
    let name: String
    var facts: RoomFacts { didSet { notice = facts.notice } }
    var notice: Notice?
    var people: [MemberID: IRCPerson] = [:]
    var clients: Set<ConnectionID> = []
    /// One for each language that clients here read.
    var queues: [LanguageTag: ReadingQueue] = [:]

    /// The newest ones, for who asks about them.
    var lines = RecentLines()

    init(_ listing: IRCListing) {
        room = listing.room
        name = listing.channel
        facts = listing.facts
        notice = facts.notice
    }

    var info: RoomInfo { facts.info }

    /// `n` for no messages from outside, `t` for a topic of staff's, `i` where it is locked.
    var modes: String { facts.isLocked ? "+int" : "+nt" }
}

/// A member as clients see it.
struct IRCPerson: Sendable, Hashable {
    var info: MemberInfo
    var nick: String
    /// Nil for members from elsewhere.
    var connection: ConnectionID?
    /// Seats that its client has given up and of whose end the room is still to tell.
    var formerSeats = 0

    var source: String { IRCSession.source(nick, info.lang) }

    /// Staff whom the host vouches for are what others call operators.
    var prefix: String { info.role == .staff ? "@" : "" }

    var realName: String { "\(info.name) (\(info.lang))" }
}

/// What happens to people in a channel. A client that it happens to is told by itself.
enum IRCChannelEvent: Sendable, Hashable {
    case joined(IRCPerson)
    case left(IRCPerson)
    case renamed(IRCPerson, to: String)
    /// Has become staff, or is no more.
    case ranked(IRCPerson)

    var person: IRCPerson {
        switch self {
        case .joined(let person), .left(let person), .renamed(let person, _), .ranked(let person): person
        }
    }
}
