import SabirWire

/// What a room tells those who sit there by IRC.
package enum IRCNews: Sendable, Hashable {
    case line(Message)
    /// For readers of this language: it has come, or is another than before. The room may have forgotten the line by then.
    case reading(MessageID, seq: Int, LanguageTag, IRCReading)
    case joined(MemberInfo)
    case left(MemberID)
    case changed(MemberInfo)
    /// What staff pinned, as it was written; nil: taken down.
    case notice(String?)
    /// The same for readers of this language.
    case noticeReading(LanguageTag, IRCReading)
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

/// A line as readers of one language get it, and how it came about.
package struct IRCReading: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
        /// A set sentence that a person has reviewed in both languages.
        case verified
        /// A set sentence that nobody has reviewed yet.
        case phrasebook
        case machine
        /// Nothing to translate.
        case same
        case untranslated
    }

    package let origin: Origin
    /// Nil exactly where it is untranslated.
    package let text: String?
    /// Why it is untranslated, in the reader's language.
    package let reason: String?
    /// What its reader should know, in the reader's language.
    package let warnings: [String]

    package init(origin: Origin, text: String?, reason: String? = nil, warnings: [String] = []) {
        self.origin = origin
        self.text = text
        self.reason = reason
        self.warnings = warnings
    }
}

/// A line with its reading; nil: not there yet.
package struct IRCLineReading: Sendable, Hashable {
    package let message: Message
    package let reading: IRCReading?

    package init(message: Message, reading: IRCReading?) {
        self.message = message
        self.reading = reading
    }
}
