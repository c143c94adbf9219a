import SabirProtocol
import SabirTranslation

/// "I did not understand" or a call for an interpreter, as this end is to be told of it.
struct CallForHelp {
    enum Kind: String {
        case unclear
        case person
    }

    let kind: Kind
    /// Who asks.
    let member: MemberInfo
    /// The message it is about; nil where it is about none.
    let id: MessageID?
    /// Whether it is this end that asks.
    let own: Bool
    /// Of a call that was not understood: whether the message's author is here and was told.
    let present: Bool?
    /// How the room's interpreter is reached; nil for the other kind.
    let contact: String?
    /// In this reader's language.
    let sentence: String
}

extension CallForHelp {
    /// - Parameter message: the one that was not understood, where it is still at hand.
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
