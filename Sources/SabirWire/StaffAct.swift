/// What staff can do in a room.
package enum StaffAct: Hashable, Sendable {
    /// Longest ban: 30 days.
    package static let maximumMinutes = 43_200
    /// What is said to a ban that lasts longer, or no time at all.
    package static let noSuchTime = WireFault(
        .badPacket, "A ban lasts 1 to \(maximumMinutes) minutes.", as: "usage-number",
        ["n": String(maximumMinutes), "example": "/ban X 60"])

    /// Their messages are refused until they are unmuted.
    case mute(MemberID)
    case unmute(MemberID)
    /// Out, but free to come back while the room is not locked.
    case remove(MemberID)
    /// Out, and refused for so many minutes: 1 to 43,200.
    case ban(MemberID, minutes: Int, scope: BanScope = .device)
    /// Takes a ban back, whether its member is known to the room still or not.
    case unban(MemberID)
    /// Asks for the bans: no act, and answered to the asker alone.
    case bans
    /// Nobody new comes in; devices that were in may come back.
    case lock
    case unlock
    /// At most 200 Unicode scalars.
    case topic(String)
    /// Pinned for everybody and for those who come; at most 1,000 Unicode scalars. Empty: taken down.
    case notice(String, LanguageTag)
    /// Everything said so far is forgotten, here and by the readers.
    case clear
    /// Everybody is sent out and nobody comes in until it is opened again.
    case close
    case open

    /// Whom it concerns, where it concerns one member.
    package var member: MemberID? {
        switch self {
        case .mute(let id), .unmute(let id), .remove(let id), .ban(let id, _, _), .unban(let id): id
        case .bans, .lock, .unlock, .topic, .notice, .clear, .close, .open: nil
        }
    }

    package var name: ActName {
        switch self {
        case .mute: .mute
        case .unmute: .unmute
        case .remove: .remove
        case .ban: .ban
        case .unban: .unban
        case .bans: .bans
        case .lock: .lock
        case .unlock: .unlock
        case .topic: .topic
        case .notice: .notice
        case .clear: .clear
        case .close: .close
        case .open: .open
        }
    }
}

/// Whom a ban keeps out.
package enum BanScope: String, Hashable, Sendable, Codable {
    /// The device alone.
    case device
    /// New devices from that address too; on IPv6 from its /64.
    case address
}

/// A ban as staff are told of it.
package struct ListedBan: Hashable, Sendable {
    package static let most = 1_000

    package let member: MemberID
    /// What it was called then.
    package let name: String
    package let scope: BanScope
    /// Milliseconds since 1970.
    package let until: Int

    package init(member: MemberID, name: String, scope: BanScope, until: Int) {
        self.member = member
        self.name = name
        self.scope = scope
        self.until = until
    }
}

/// An act's name on the wire. An open set: a reader may pass over one it does not know.
package struct ActName: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }

    package static let mute = ActName("mute")
    package static let unmute = ActName("unmute")
    package static let remove = ActName("remove")
    package static let ban = ActName("ban")
    package static let unban = ActName("unban")
    /// Asks, and is never told.
    package static let bans = ActName("bans")
    package static let lock = ActName("lock")
    package static let unlock = ActName("unlock")
    package static let topic = ActName("topic")
    /// Told by a packet of its own.
    package static let notice = ActName("notice")
    package static let clear = ActName("clear")
    package static let close = ActName("close")
    package static let open = ActName("open")
}

/// What staff did, told to everybody. Never who of them did it.
package struct Acted: Hashable, Sendable {
    package let act: ActName
    /// Whom it concerns, where it concerns one member.
    package let member: MemberID?
    /// That member's name at the time.
    package let name: String?
    /// The new topic.
    package let text: String?
    /// How long a ban holds.
    package let minutes: Int?
    /// Whom it keeps out; nil where a host of 0.1.0 tells it.
    package let scope: BanScope?

    package init(_ act: ActName, text: String? = nil) {
        self.act = act
        self.text = text
        member = nil
        name = nil
        minutes = nil
        scope = nil
    }

    package init(
        _ act: ActName, on member: MemberID, named name: String?, minutes: Int? = nil, scope: BanScope? = nil
    ) {
        self.scope = scope
        self.act = act
        self.member = member
        self.name = name
        self.minutes = minutes
        text = nil
    }

    /// Of a ban, brought within its bounds: it may be another node's word. One that names no time lasts the longest.
    package var banMinutes: Int { min(max(1, minutes ?? StaffAct.maximumMinutes), StaffAct.maximumMinutes) }
}

/// What staff have pinned for everybody.
package struct Notice: Hashable, Sendable {
    /// Cleaned; empty where the notice was taken down.
    package let text: String
    package let lang: LanguageTag
    /// Milliseconds since 1970 by the host's clock.
    package let ts: Int
    /// Of this notice, made by the host; another text is another notice.
    package let id: MessageID?

    package init(text: String, lang: LanguageTag, ts: Int, id: MessageID? = nil) {
        self.text = text
        self.lang = lang
        self.ts = ts
        self.id = id
    }
}

extension JSONWriter {
    mutating func acted(_ acted: Acted) {
        field("type", "acted")
        field("act", acted.act.rawValue)
        field("member", ifPresent: acted.member?.rawValue)
        field("from", ifPresent: acted.name)
        field("text", ifPresent: acted.text)
        field("minutes", ifPresent: acted.minutes)
        field("scope", ifPresent: acted.scope?.rawValue)
    }

    mutating func bans(_ bans: [ListedBan]) {
        field("type", "bans")
        field("bans", list: bans) { writer, ban in
            writer.object {
                $0.field("member", ban.member.rawValue)
                $0.field("name", ban.name)
                $0.field("scope", ban.scope.rawValue)
                $0.field("until", ban.until)
            }
        }
    }

    mutating func notice(_ notice: Notice) {
        field("type", "notice")
        field("text", notice.text)
        field("lang", notice.lang.description)
        field("ts", notice.ts)
        field("id", ifPresent: notice.id?.description)
    }
}

extension Acted {
    init(_ json: JSONObject) throws(WireFault) {
        act = ActName(rawValue: try json.required("act"))
        member = try json.string("member").map(MemberID.init(rawValue:))
        name = try json.string("from").map(WireText.cleanName)
        text = try json.string("text").map(WireText.cleanName)
        minutes = try json.count("minutes")
        scope = try json.string("scope").flatMap(BanScope.init)
    }
}

extension ListedBan {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            member: MemberID(rawValue: try json.required("member")),
            name: WireText.cleanName(try json.string("name") ?? ""),
            scope: try json.string("scope").flatMap(BanScope.init) ?? .device, until: try json.required("until"))
    }

    /// Of those of a list that fit into one frame, the first.
    package static func fitting(_ bans: [ListedBan]) -> [ListedBan] {
        var left = Frame.maximumLength - 256
        return Array(
            bans.prefix(most).prefix { ban in
                // A name's byte takes six at most where it is escaped.
                left -= 96 + ban.member.rawValue.utf8.count + 6 * ban.name.utf8.count
                return left >= 0
            })
    }
}

extension Notice {
    init(_ json: JSONObject) throws(WireFault) {
        guard let lang = try json.language("lang") else { throw WireFault(.badPacket, "The notice has no \"lang\".") }
        self.init(
            text: WireText.cleanMessage(try json.required("text")), lang: lang, ts: try json.required("ts"),
            id: try json.messageID("id"))
    }
}
