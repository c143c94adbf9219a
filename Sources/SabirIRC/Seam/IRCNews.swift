import SabirTranslation
import SabirProtocol

/// What a room tells those who sit there by IRC.
package enum IRCNews: Sendable, Hashable {
    case line(Message)
    /// For readers of this language: it has come, or is another than before. The room may have forgotten the line by then.
    case reading(MessageID, seq: Int, LanguageTag, TranslationOutcome)
    case joined(MemberInfo)
    case left(MemberID)
    case changed(MemberInfo)
    /// What staff pinned, as it was written; nil: taken down.
    case notice(String?)
    /// The same for readers of this language.
    case noticeReading(LanguageTag, TranslationOutcome)
    /// For these members alone.
    case unclear(MessageID, by: MemberInfo, to: [MemberID])
    /// For these members alone, nil: everybody.
    case person(by: MemberInfo, contact: String, to: [MemberID]?)
    /// A call for help, or what became of one: for these members alone, nil: everybody. One that is made in this room is a
    /// `person` besides.
    case help(HelpCall, to: [MemberID]?)
    /// Name, topic or lock changed: read the facts again.
    case settings
    case cleared
    /// These lines of the room, by their numbers, were erased or have had their time.
    case forgotten([Int])
    case removed(MemberID, WireFault)
    /// For this member alone: staff have muted it, or let it speak again.
    case muted(MemberID, Bool)
    /// For this member alone: a line of its own that was held has not been taken.
    case notTaken(MessageID, WireFault, to: MemberID)
    case closing(String)
}

/// A line with its reading; nil: not there yet.
package struct IRCLineReading: Sendable, Hashable {
    package let message: Message
    package let reading: TranslationOutcome?

    package init(message: Message, reading: TranslationOutcome?) {
        self.message = message
        self.reading = reading
    }
}
