import SabirProtocol
import SabirTranslation

/// Something about the conversation, as shown to this person: a line that was not understood, a call for help, a
/// report.
struct RoomNotice {
    enum Matter {
        case unclear(Unclear)
        /// A call for an interpreter.
        case person(PersonCall)
        /// A call for help, or a change of one. `isNew`: the call has just changed; false if it was found on joining.
        case help(HelpCall, isNew: Bool)
        case report(Reported)
    }

    let matter: Matter
    /// Whether this person asked, called or reported.
    let own: Bool
    /// In the reader's language.
    let sentence: String

    /// - Parameter message: the message that it is about, if it is still in memory.
    init(
        _ matter: Matter, own: Bool, about message: Message?, for reader: LanguageTag, _ wording: InterfaceCatalogue
    ) {
        self.matter = matter
        self.own = own
        let key: String
        let values: [String: String]
        switch matter {
        case .unclear(let unclear):
            key = !own ? "unclear.author" : unclear.authorIsPresent ? "unclear.asker" : "unclear.gone"
            let name = own ? message?.from ?? "…" : unclear.asker.name
            values = ["name": Badge.name(name, nil), "text": message?.text ?? "…"]
        case .person(let call):
            key = Self.key(call, own: own)
            values = ["name": Badge.name(call.caller.name, nil), "contact": call.contact]
        case .help(let call, _):
            key = call.sentence(isOwn: own)
            values = [
                "name": Badge.name(call.caller.name, nil), "room": Badge.name(call.room?.name ?? "", nil),
                "by": Badge.name(call.by ?? "", nil),
            ]
        case .report(let report):
            key = own ? report.staffIsPresent ? "report.made" : "report.left" : "report.staff"
            let quoted = message.map { "«\($0.text)»" } ?? ""
            values = [
                "name": Badge.name(report.reporter.name, nil),
                "about": Badge.name(report.name ?? message?.from ?? "…", nil),
                "text": [report.text, quoted].filter { !$0.isEmpty }.joined(separator: " "),
            ]
        }
        sentence = wording.sentence(key, in: reader, values)
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
