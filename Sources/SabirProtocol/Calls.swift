/// Somebody did not understand a message. Its author and whoever asked are told.
package struct Unclear: Hashable, Sendable {
    /// The message that was not understood.
    package let id: MessageID
    /// Who did not understand it, as they were when they asked.
    package let asker: MemberInfo
    /// Whether its author is in the room now, and so has been told.
    package let authorIsPresent: Bool

    package init(id: MessageID, asker: MemberInfo, authorIsPresent: Bool) {
        self.id = id
        self.asker = asker
        self.authorIsPresent = authorIsPresent
    }
}

/// Somebody asks for a person who interprets.
package struct PersonCall: Hashable, Sendable {
    package let caller: MemberInfo
    /// The message it is about; nil where it is about none, and everybody in the room is told.
    package let id: MessageID?
    /// How this room's interpreter is reached, in the words of who runs it; empty where none is configured.
    package let contact: String

    package init(caller: MemberInfo, id: MessageID?, contact: String) {
        self.caller = caller
        self.id = id
        self.contact = contact
    }
}

extension JSONWriter {
    mutating func unclear(_ unclear: Unclear) {
        field("type", "unclear")
        field("id", unclear.id.description)
        person(unclear.asker)
        field("present", unclear.authorIsPresent)
    }

    mutating func person(_ call: PersonCall) {
        field("type", "person")
        person(call.caller)
        field("id", ifPresent: call.id?.description)
        field("contact", call.contact)
    }

    /// Who speaks, in the words that `message` has for it.
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
