/// The packet `staff`: an act as a member of staff sends it.
extension JSONWriter {
    mutating func staff(_ act: StaffAct) {
        field("type", "staff")
        field("act", act.name.rawValue)
        switch act {
        case .mute(let id), .unmute(let id), .remove(let id): field("member", id.rawValue)
        case .ban(let id, let minutes, let scope):
            field("member", id.rawValue)
            field("minutes", minutes)
            field("scope", scope.rawValue)
        case .unban(let id): field("member", id.rawValue)
        case .topic(let text): field("text", text)
        case .notice(let text, let lang):
            field("text", text)
            field("lang", lang.description)
        case .bans, .lock, .unlock, .clear, .close, .open: break
        }
    }
}

extension StaffAct {
    /// A ban without `minutes` lasts an hour.
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

    private static func notice(_ json: JSONObject) throws(WireFault) -> StaffAct {
        let text = try json.bounded("text", WireText.maximumNotice, WireText.cleanMessage)
        // "und": what no text is in (BCP 47).
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
        let minutes = try int("minutes") ?? StaffAct.usualMinutes
        guard (1...StaffAct.maximumMinutes).contains(minutes) else {
            throw StaffAct.noSuchTime
        }
        return minutes
    }

    /// A text cleaned, then measured; "" where it is left out.
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
