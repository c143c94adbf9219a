/// What staff can do in a room.
package enum ModerationAction: Hashable, Sendable {
    /// Longest ban: 30 days.
    package static let maximumMinutes = 43_200
    /// The answer to a ban without a valid duration.
    package static let noSuchTime = WireFault(
        .badPacket, "A ban lasts 1 to \(maximumMinutes) minutes.", as: "usage-number",
        ["n": String(maximumMinutes), "example": "/ban X 60"])

    /// The member's messages are refused until it is unmuted.
    case mute(MemberID)
    case unmute(MemberID)
    /// Sends the member out, who may come back while the room is not locked.
    case remove(MemberID)
    /// Sends the member out and refuses it for so many minutes: 1 to 43,200.
    case ban(MemberID, minutes: Int, scope: BanScope = .device)
    /// Lifts a ban, whether the room still knows its member or not.
    case unban(MemberID)
    /// Asks for the bans: no act, and answered to the asker alone.
    case bans
    /// Nobody new comes in; devices that were in may come back.
    case lock
    case unlock
    /// At most 200 Unicode scalars.
    case topic(String)
    /// Pins a notice for everybody and for newcomers, at most 1,000 Unicode scalars; an empty text unpins it.
    case notice(String, LanguageTag)
    /// Forgets everything said so far, here and at the readers.
    case clear
    /// Sends everybody out; nobody comes in until the room is opened again.
    case close
    case open

    /// The member concerned, for an act on one.
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

/// What a ban keeps out.
package enum BanScope: String, Hashable, Sendable, Codable {
    /// The device alone.
    case device
    /// The device, and new devices from the same address, or on IPv6 the same /64.
    case address
}

/// An act's name on the wire. An open set: a reader may ignore an unknown one.
package struct ActName: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }

    package static let mute = ActName("mute")
    package static let unmute = ActName("unmute")
    package static let remove = ActName("remove")
    package static let ban = ActName("ban")
    package static let unban = ActName("unban")
    /// A question; never told to others.
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

/// The packet `staff`: an act as staff send it.
extension JSONWriter {
    mutating func staff(_ act: ModerationAction) {
        field("act", act.name.rawValue)
        field("member", ifPresent: act.member?.rawValue)
        switch act {
        case .ban(_, let minutes, let scope):
            field("minutes", minutes)
            field("scope", scope.rawValue)
        case .topic(let text): field("text", text)
        case .notice(let text, let lang):
            field("text", text)
            field("lang", lang.description)
        default: break
        }
    }
}

extension ModerationAction {
    /// Minutes of a ban that names none: an hour.
    static let usualMinutes = 60

    init(_ json: JSONObject) throws(WireFault) {
        let act: String = try json.required("act")
        switch ActName(rawValue: act) {
        case .mute: self = .mute(try json.whom())
        case .unmute: self = .unmute(try json.whom())
        case .remove: self = .remove(try json.whom())
        case .ban: self = .ban(try json.whom(), minutes: try json.banMinutes(), scope: try json.banScope())
        case .unban: self = .unban(try json.whom())
        case .bans: self = .bans
        case .lock: self = .lock
        case .unlock: self = .unlock
        case .topic: self = .topic(try json.bounded("text", WireText.maximumTopic, WireText.cleanName))
        case .notice: self = try Self.notice(json)
        case .clear: self = .clear
        case .close: self = .close
        case .open: self = .open
        default:
            throw WireFault(.badPacket, "There is no act \"\(WireText.cleanName(act).prefix(64))\" of staff here.")
        }
    }

    private static func notice(_ json: JSONObject) throws(WireFault) -> ModerationAction {
        let text = try json.bounded("text", WireText.maximumNotice, WireText.cleanMessage)
        // "und": the undetermined language (BCP 47), for a notice without text.
        guard let lang = try json.language("lang") ?? (text.isEmpty ? LanguageTag("und") : nil) else {
            throw WireFault(.badLang, "A notice needs its language, \"lang\".")
        }
        return .notice(text, lang)
    }
}

extension JSONObject {
    fileprivate func whom() throws(WireFault) -> MemberID { MemberID(rawValue: try required("member")) }

    fileprivate func banScope() throws(WireFault) -> BanScope {
        guard let text = try string("scope") else { return .device }
        guard let scope = BanScope(rawValue: text) else {
            throw WireFault(.badPacket, "A ban's \"scope\" is \"device\" or \"address\".")
        }
        return scope
    }

    fileprivate func banMinutes() throws(WireFault) -> Int {
        let minutes = try int("minutes") ?? ModerationAction.usualMinutes
        guard (1...ModerationAction.maximumMinutes).contains(minutes) else {
            throw ModerationAction.noSuchTime
        }
        return minutes
    }

    /// Cleans, then measures a text; "" where absent.
    func bounded(
        _ key: StaticString, _ most: Int, _ clean: (String) -> String
    ) throws(WireFault) -> String {
        let text = clean(try string(key) ?? "")
        let length = text.unicodeScalars.count
        guard length <= most else {
            throw WireFault(.tooLarge, "\"\(key)\" has \(length) characters; at most \(most) are allowed.")
        }
        return text
    }
}
