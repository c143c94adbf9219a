import NIOCore

extension HostPacket {
    /// Decodes one frame body as a guest. Text is cleaned again: a guest does not trust its host's cleaning.
    package init(body: ByteBuffer) throws(WireFault) {
        try self.init(json: try JSONObject(body: body))
    }

    init(json: JSONObject) throws(WireFault) {
        switch try json.packetType() {
        case "message": self = .message(try Message(json))
        case "welcome": self = .welcome(try Welcome(json))
        case "joined": self = .joined(try json.member("member"), n: try json.required("n"))
        case "left": self = .left(try json.member("member"), n: try json.required("n"))
        case "changed": self = .changed(try json.member("member"), n: try json.required("n"))
        case "presence": self = .presence(try Presence(json))
        case "members": self = .members(try json.memberList("members"), more: try json.bool("more") ?? false)
        case "gap": self = .gap(try json.gap())
        case "ping": self = .ping(try json.nonce())
        case "pong": self = .pong(try json.nonce())
        case "error": self = .error(try WireFault(json))
        case "unclear": self = .unclear(try Unclear(json))
        case "person": self = .person(try PersonCall(json))
        case "help": self = try HelpCall(json).map(HostPacket.help) ?? .unknown("help")
        case "calls": self = .calls(try HelpList(json))
        case "translated": self = .translated(id: try json.required("id"), try TranslatedTexts(json))
        case "pairs": self = .pairs(try TranslationPairs(json))
        case "notice": self = .notice(try Notice(json))
        case "acted": self = .acted(try ModerationEvent(json))
        case "bans": self = .bans(try json.bans())
        case "link": self = .link(try Link(json))
        case "lines": self = .lines(try HistoryPage(json))
        case "report": self = .report(try Reported(json))
        case "rooms": self = .rooms(try RoomList(json))
        case "challenge": self = .challenge(try PasswordChallenge(json))
        case "relay": self = .relay(carries: try json.bool("carries") ?? false)
        case "to": self = .to(MemberID(rawValue: try json.required("member")), try .within(json, if: \.isAddressed))
        case "granted": self = try .granted(json)
        case let other: self = .unknown(other)
        }
    }
}

extension Message {
    init(_ json: JSONObject) throws(WireFault) {
        guard let id = try json.messageID("id"), let lang = try json.language("lang") else {
            throw WireFault(.badPacket, "The message has no \"id\" or no \"lang\".")
        }
        let (revision, isRetracted) = (try Revision(json), try json.bool("retracted") ?? false)
        let text: String = try json.required("message")
        self.init(
            seq: try json.required("seq"), id: id, ts: try json.required("ts"),
            member: MemberID(rawValue: try json.required("member")),
            from: WireText.cleanName(try json.required("from")), lang: lang,
            text: WireText.cleanMessage(text), reply: try json.messageID("reply"),
            via: try json.string("via").map(WireText.cleanName),
            role: try json.string("role").flatMap(MemberRole.init), revision: revision, isRetracted: isRetracted,
            fields: json.unknownFields())
    }
}

extension Welcome {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        guard try json.int("protocol") == WireProtocol.version else {
            throw WireFault(.protocolVersion, "The host speaks another version of the protocol.", fatal: true)
        }
        guard let room = try json.object("room") else { throw WireFault(.badPacket, "The welcome has no \"room\".") }
        let limits = try json.object("limits")
        self.init(
            room: RoomInfo(
                id: try room.required("id"), name: WireText.cleanName(try room.required("name")),
                topic: WireText.cleanName(try room.string("topic") ?? "")),
            member: MemberID(rawValue: try json.required("member")), epoch: try json.required("epoch"),
            seq: try json.required("seq"), n: try json.required("n"), members: try json.memberList("members"),
            langs: try json.langs(),
            limits: Limits(
                frame: try limits?.count("frame") ?? Frame.maximumLength,
                message: try limits?.count("message") ?? WireText.maximumMessage,
                rate: try limits?.count("rate") ?? 0, burst: try limits?.count("burst") ?? 0,
                takeBack: try limits?.count("take_back") ?? 0),
            translation: try json.object("translation").map(SharedTranslation.init),
            history: try json.object("history").flatMap(HistoryTerms.init),
            name: try json.string("name").map(WireText.cleanName),
            grant: try json.object("grant").map(Grant.init), path: try json.strings("path"),
            carries: try json.bool("carries"), features: try Features(json), token: try json.resumeToken(),
            confirms: try json.bool("confirms") ?? false)
        if try json.string("proof") != nil { proof = try PasswordProof.text(json) }
    }
}

extension Presence {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        self.init(
            n: try json.required("n"), langs: try json.langs(), joined: try json.memberList("joined"),
            changed: try json.memberList("changed"),
            left: (try json.strings("left") ?? []).map(MemberID.init(rawValue:)))
    }
}

extension WireFault {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        self.init(
            ErrorCode(rawValue: try json.required("code")), try Sentence(json),
            fatal: try json.bool("fatal") ?? false, id: try json.messageID("id"))
        grant = try json.object("grant").map { (json) throws(WireFault) in try Grant(json) }
    }
}

extension JSONObject {
    /// A required whole number of 0 or more.
    func required(_ key: StaticString) throws(WireFault) -> Int {
        guard let number = try count(key) else { throw WireFault(.badPacket, "The packet has no \"\(key)\".") }
        return number
    }

    func required(_ key: StaticString) throws(WireFault) -> String {
        guard let text = try string(key) else { throw WireFault(.badPacket, "The packet has no \"\(key)\".") }
        return text
    }

    fileprivate func member(_ key: StaticString) throws(WireFault) -> MemberInfo {
        guard let json = try object(key) else { throw WireFault(.badPacket, "The packet has no \"\(key)\".") }
        return try json.memberInfo()
    }

    fileprivate func memberList(_ key: StaticString) throws(WireFault) -> [MemberInfo] {
        try objects(key)?.map { json throws(WireFault) in try json.memberInfo() } ?? []
    }

    fileprivate func bans() throws(WireFault) -> [ListedBan] {
        try objects("bans")?.prefix(ListedBan.most).map(ListedBan.init) ?? []
    }

    func memberInfo() throws(WireFault) -> MemberInfo {
        guard let lang = try language("lang") else { throw WireFault(.badPacket, "A member has no \"lang\".") }
        return MemberInfo(
            id: MemberID(rawValue: try required("id")), name: WireText.cleanName(try required("name")), lang: lang,
            role: try string("role").flatMap(MemberRole.init), via: try string("via").map(WireText.cleanName))
    }

    fileprivate func langs() throws(WireFault) -> [LanguageTag: Int] {
        var langs: [LanguageTag: Int] = [:]
        for (tag, count) in try object("langs")?.counts() ?? [] {
            if let tag = LanguageTag(tag) { langs[tag] = count }
        }
        return langs
    }

    fileprivate func gap() throws(WireFault) -> ClosedRange<Int> {
        let from: Int = try required("from")
        let to: Int = try required("to")
        guard from <= to else { throw WireFault(.badPacket, "The gap ends before it begins.") }
        return from...to
    }
}
