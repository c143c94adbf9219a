/// A text that staff have pinned for everybody.
package struct Notice: Hashable, Sendable {
    /// Cleaned; empty where the notice was taken down.
    package let text: String
    package let lang: LanguageTag
    /// Milliseconds since 1970 by the host's clock.
    package let ts: Int
    /// The notice's id, made by the host; another text is another notice.
    package let id: MessageID?

    package init(text: String, lang: LanguageTag, ts: Int, id: MessageID? = nil) {
        self.text = text
        self.lang = lang
        self.ts = ts
        self.id = id
    }
}

extension JSONWriter {
    mutating func notice(_ notice: Notice) {
        field("text", notice.text)
        field("lang", notice.lang.description)
        field("ts", notice.ts)
        field("id", ifPresent: notice.id?.description)
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
