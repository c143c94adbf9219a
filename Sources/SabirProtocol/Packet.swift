/// What a member sends to a host. The contract's table "Member to host" in docs/protocol.md.
package enum MemberPacket: Hashable, Sendable {
    // Boxed, as otherwise the most frequent packet, a message, would be copied at this size.
    indirect case hello(Hello)
    case message(Draft)
    case profile(Profile)
    /// Asks for the members after this one, a page at a time; nil asks for the first page.
    case who(after: MemberID?)
    case ping(Nonce?)
    case pong(Nonce?)
    case bye
    /// "I did not understand this message."
    case unclear(MessageID)
    /// With an id, asks a message's author for a person; without, calls everybody for help, perhaps about a message. A
    /// wish is for staff alone.
    case person(MessageID?, about: MessageID? = nil, wish: HelpCall.PrivateTalkRequest? = nil)
    /// Takes the sender's call for help back, or answers a call as staff.
    case help(HelpAnswer)
    /// Asks the host's engine.
    case translate(TranslationQuestion)
    /// Asks which languages the host's engine translates.
    case pairs
    /// Asks for older lines.
    case history(HistoryRequest)
    /// An act of staff; refused from everybody else.
    case staff(ModerationAction)
    /// Tells staff of a message or a member.
    case report(Report)
    /// Asks for the list of rooms behind the one with this id, a page at a time; nil asks for the first page. Only
    /// before the hello, for networks through which no announcement passes.
    case rooms(after: String?)
    /// Answers a challenge.
    case proof(String)
    /// A message of a member behind a relay: `message` with `for`.
    indirect case carried(Draft, for: MemberHere)
    /// Members who came, changed or left behind a relay.
    case behind(CarriedPresence)
    /// A relay passes on a call or a report of one of its members: to a member, or a call to everybody.
    case deliver(HostPacket, to: MemberID?)
    /// A relay asks for the room's grant for its certificate, named by its fingerprint.
    case vouch(String)
    /// A relay reports its progress.
    case standing(ReplicationStatus)
    /// A type of a later version: ignored.
    case unknown(String)
}

/// What a host sends to a member. The contract's table "Host to member".
package indirect enum HostPacket: Hashable, Sendable {
    case welcome(Welcome)
    case message(Message)
    case joined(MemberInfo, n: Int)
    case left(MemberInfo, n: Int)
    case changed(MemberInfo, n: Int)
    case presence(Presence)
    case members([MemberInfo], more: Bool)
    /// On resume: these numbers are no longer kept.
    case gap(ClosedRange<Int>)
    case ping(Nonce?)
    case pong(Nonce?)
    case error(WireFault)
    /// A member did not understand a message: to the message's author and to the asker.
    case unclear(Unclear)
    case person(PersonCall)
    /// A call for help, at each change.
    case help(HelpCall)
    /// All calls for help, behind `welcome`.
    case calls(HelpList)
    /// The answer to `translate`, under the id of the question.
    case translated(id: String, TranslatedTexts)
    /// The answer to `pairs`.
    case pairs(TranslationPairs)
    case notice(Notice)
    case acted(ModerationEvent)
    /// The answer to the act `bans`.
    case bans([ListedBan])
    /// The link to the room's authority is down, or up again.
    case link(Link)
    /// The answer to `history`.
    case lines(HistoryPage)
    /// A report: to the staff in the room, and to its author.
    case report(Reported)
    /// The answer to `rooms`.
    case rooms(RoomList)
    /// The room has a password, and the guest offered one.
    case challenge(PasswordChallenge)
    /// To a relay: whether it opens the room to its side or stands by.
    case relay(carries: Bool)
    /// To a relay: a packet for one of the members behind it.
    case to(MemberID, HostPacket)
    /// To a relay: the answer to `vouch`.
    case granted(certificate: String, Grant)
    case unknown(String)
}

/// Version of the contract that this program speaks.
enum WireProtocol {
    static let version = 1
}

/// Pairs a `ping` with its `pong`: a JSON string or number of at most 128 bytes, sent back unchanged.
package struct Nonce: Hashable, Sendable {
    package static let maximumLength = 128
    /// JSON text, quotes included.
    package let json: String
    package init?(json: String) {
        guard (1...Self.maximumLength).contains(json.utf8.count) else { return nil }
        self.json = json
    }
}

/// The first packet of a member.
package struct Hello: Hashable, Sendable {
    /// Where a returning member stopped: the newest message that it has, and in which epoch.
    package struct Resume: Hashable, Sendable {
        package let epoch: String
        package var seq: Int
        /// The token from this host's welcome, by which a member without a device may see what it could see before.
        package var token: String?

        package init(epoch: String, seq: Int, token: String? = nil) {
            self.epoch = epoch
            self.seq = seq
            self.token = token
        }
    }

    /// The room's id or name; nil where the node has one room.
    package var room: String?
    package var name: String
    package var lang: LanguageTag
    /// Program and version, for the log.
    package var client: String?
    /// The value of `client` for a member at a node's own page.
    package static let page = "page"
    /// The device's secret, by which a member gets its own id back. Never shown to anyone, never logged.
    package var device: String?
    package var resume: Resume?
    package var auth: PasswordOffer?
    /// Sent by a node that carries the room on.
    package var relay: RelayHello?
    /// Asks for the grant in `welcome` without entering.
    package var asksForGrant = false
    /// The amendments that the member knows.
    package var features: Features

    package init(
        room: String?, name: String, lang: LanguageTag, client: String? = nil, device: String? = nil,
        resume: Resume? = nil, auth: PasswordOffer? = nil, relay: RelayHello? = nil, features: Features = .ours
    ) {
        self.features = features
        self.room = room
        self.name = name
        self.lang = lang
        self.client = client
        self.device = device
        self.resume = resume
        self.auth = auth
        self.relay = relay
    }
}

/// A message as its sender sends it, not accepted yet.
package struct Draft: Hashable, Sendable {
    /// Nil where the sender gave none: the host makes one.
    package var id: MessageID?
    /// Cleaned: 1–4,000 Unicode scalars; empty for a retraction.
    package var text: String
    /// Nil: the member's own language.
    package var lang: LanguageTag?
    package var reply: MessageID?
    /// The earlier line that the draft corrects, takes back or confirms a translation of.
    package var revision: Revision?
    /// Fields of a later version, for a relay to pass on. A host builds the message without them.
    package var fields: UnknownFields?

    package init(
        id: MessageID? = nil, text: String, lang: LanguageTag? = nil, reply: MessageID? = nil,
        revision: Revision? = nil, fields: UnknownFields? = nil
    ) {
        self.revision = revision
        self.id = id
        self.text = text
        self.lang = lang
        self.reply = reply
        self.fields = fields
    }
}

/// A member's name and language; nil leaves one unchanged.
package struct Profile: Hashable, Sendable {
    package var name: String?
    package var lang: LanguageTag?

    package init(name: String? = nil, lang: LanguageTag? = nil) {
        self.name = name
        self.lang = lang
    }
}

/// The facts with which a room presents itself.
package struct RoomInfo: Hashable, Sendable {
    /// UUID; a guest remembers the room by it.
    package let id: String
    package var name: String
    package var topic: String

    package init(id: String, name: String, topic: String = "") {
        self.id = id
        self.name = name
        self.topic = topic
    }
}

/// The host's answer to `hello`: the member is in.
package struct Welcome: Hashable, Sendable {
    /// What the host allows.
    package struct Limits: Hashable, Sendable {
        /// Largest frame body, in bytes.
        package let frame: Int
        /// Longest message, in Unicode scalars.
        package let message: Int
        /// Messages a second that a member may send in the long run; 0 for no limit.
        package let rate: Int
        /// Messages that a member may send at once after a rest; 0 where the host does not say.
        package let burst: Int
        /// For how many seconds an author may correct a line or take it back; 0 for never.
        package let takeBack: Int

        package init(frame: Int, message: Int, rate: Int, burst: Int = 0, takeBack: Int = 0) {
            self.takeBack = takeBack
            self.frame = frame
            self.message = message
            self.rate = rate
            self.burst = burst
        }
    }

    package let room: RoomInfo
    package let member: MemberID
    package let epoch: String
    /// Number of the newest message; 0 in a new room, and for a member who is then told all lines.
    package var seq: Int
    /// Members now, including this one.
    package var n: Int
    /// At most 100.
    package let members: [MemberInfo]
    /// Members by language; the 100 most frequent.
    package let langs: [LanguageTag: Int]
    package let limits: Limits
    /// How the host shares its engine; nil where it does not.
    package let translation: SharedTranslation?
    /// How the room's lines are kept; nil where the host does not say.
    package let history: HistoryTerms?
    /// The member's name in the room, which may differ from that in `hello`; nil from an older host.
    package let name: String?
    /// Set where this node is not the room's first host and shows a certificate of its own.
    package let grant: Grant?
    /// Proves that the host knows the password, too; nil where the guest proved none.
    package var proof: String?
    /// Node ids from the room's authority to this node, for relays.
    package let path: [String]?
    /// To a relay: whether it opens the room to its side or stands by.
    package let carries: Bool?
    /// The amendments that the host knows.
    package let features: Features
    /// For the member to show when it comes back; nil where the host gives none.
    package let token: String?
    /// Whether the member may confirm translations (`Revision.confirms`).
    package let confirms: Bool

    package init(
        room: RoomInfo, member: MemberID, epoch: String, seq: Int, n: Int, members: [MemberInfo],
        langs: [LanguageTag: Int], limits: Limits, translation: SharedTranslation? = nil, history: HistoryTerms? = nil,
        name: String? = nil, grant: Grant? = nil, path: [String]? = nil, carries: Bool? = nil,
        features: Features = .ours, token: String? = nil, confirms: Bool = false
    ) {
        self.confirms = confirms
        self.features = features
        self.token = token
        self.room = room
        self.member = member
        self.epoch = epoch
        self.seq = seq
        self.n = n
        self.members = members
        self.langs = langs
        self.limits = limits
        self.translation = translation
        self.history = history
        self.name = name
        self.grant = grant
        self.path = path
        self.carries = carries
    }
}

/// Changes among the members of a large room since the last packet. The lists hold at most 100 each and may be
/// incomplete; `n` and `langs` are always complete.
package struct Presence: Hashable, Sendable {
    package var n: Int
    package var langs: [LanguageTag: Int]
    package var joined: [MemberInfo]
    package var changed: [MemberInfo]
    package var left: [MemberID]

    package init(
        n: Int, langs: [LanguageTag: Int], joined: [MemberInfo] = [], changed: [MemberInfo] = [],
        left: [MemberID] = []
    ) {
        self.n = n
        self.langs = langs
        self.joined = joined
        self.changed = changed
        self.left = left
    }
}
