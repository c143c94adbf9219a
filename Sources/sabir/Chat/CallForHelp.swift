import SabirProtocol
import SabirTranslation

/// "I did not understand" or a call for an interpreter, as shown to this person.
struct CallForHelp {
    enum Kind: String {
        case unclear
        case person
    }

    let kind: Kind
    let member: MemberInfo
    /// The message that the call is about; nil without one.
    let id: MessageID?
    let own: Bool
    /// For a message that was not understood: whether its author is present and was told.
    let present: Bool?
    /// How to reach the room's interpreter; nil for "I did not understand".
    let contact: String?
    /// In the reader's language.
    let sentence: String
}

extension CallForHelp {
    /// - Parameter message: the message that was not understood, if it is still in memory.
    init(
        _ unclear: Unclear, about message: Message?, own: Bool, for reader: LanguageTag, _ wording: InterfaceCatalogue
    ) {
        let key = !own ? "unclear.author" : unclear.authorIsPresent ? "unclear.asker" : "unclear.gone"
        let name = own ? message?.from ?? "…" : unclear.asker.name
        let values = ["name": Badge.name(name, nil), "text": message?.text ?? "…"]
        self.init(
            kind: .unclear, member: unclear.asker, id: unclear.id, own: own, present: unclear.authorIsPresent,
            contact: nil, sentence: wording.sentence(key, in: reader, values))
    }

    init(_ call: PersonCall, own: Bool, for reader: LanguageTag, _ wording: InterfaceCatalogue) {
        let values = ["name": Badge.name(call.caller.name, nil), "contact": call.contact]
        self.init(
            kind: .person, member: call.caller, id: call.id, own: own, present: nil, contact: call.contact,
            sentence: wording.sentence(Self.key(call, own: own), in: reader, values))
    }

    private static func key(_ call: PersonCall, own: Bool) -> String {
        switch (own, call.contact.isEmpty) {
        case (true, true): "person.none"
        case (true, false): "person.asker"
        case (false, true): "person.nobody"
        case (false, false): call.id == nil ? "person.room" : "person.author"
        }
    }
}
