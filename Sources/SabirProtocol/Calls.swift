/// A member did not understand a message. The message's author and the asker are told.
package struct Unclear: Hashable, Sendable {
    /// The message that was not understood.
    package let id: MessageID
    /// The member who did not understand the message, as it was when asking.
    package let asker: MemberInfo
    /// Whether the message's author is in the room now, and so has been told.
    package let authorIsPresent: Bool

    package init(id: MessageID, asker: MemberInfo, authorIsPresent: Bool) {
        self.id = id
        self.asker = asker
        self.authorIsPresent = authorIsPresent
    }
}

/// A member asks for a person who interprets.
package struct PersonCall: Hashable, Sendable {
    package let caller: MemberInfo
    /// The message concerned; nil for a call to everybody in the room.
    package let id: MessageID?
    /// How to reach this room's interpreter, in the words of whoever runs it; empty where none is configured.
    package let contact: String

    package init(caller: MemberInfo, id: MessageID?, contact: String) {
        self.caller = caller
        self.id = id
        self.contact = contact
    }
}

extension JSONWriter {
    mutating func unclear(_ unclear: Unclear) {
        field("id", unclear.id.description)
        person(unclear.asker)
        field("present", unclear.authorIsPresent)
    }

    mutating func person(_ call: PersonCall) {
        person(call.caller)
        field("id", ifPresent: call.id?.description)
        field("contact", call.contact)
    }

    /// The author's fields, with the keys of `message`.
    mutating func person(_ info: MemberInfo) {
        field("member", info.id.rawValue)
        field("from", info.name)
        field("lang", info.lang.description)
        field("role", ifPresent: info.role?.rawValue)
    }
}

extension Unclear {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            id: try json.requiredMessageID(), asker: try json.person(),
            authorIsPresent: try json.bool("present") ?? false)
    }
}

extension PersonCall {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            caller: try json.person(), id: try json.messageID("id"),
            contact: WireText.cleanName(try json.string("contact") ?? ""))
    }
}

extension JSONObject {
    func person() throws(WireFault) -> MemberInfo {
        guard let lang = try language("lang") else { throw WireFault(.badPacket, "The packet has no \"lang\".") }
        return MemberInfo(
            id: MemberID(rawValue: try required("member")), name: WireText.cleanName(try required("from")), lang: lang,
            role: try string("role").flatMap(MemberRole.init))
    }
}
