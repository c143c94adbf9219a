import SabirProtocol

/// What is to be done about something a feed heard.
package enum FeedAction: Sendable, Hashable {
    case tell(FeedEvent, Audience)
    case translate(Question, text: String, from: LanguageTag)
    /// Lines with these numbers were taken back: what was made of their texts goes.
    case forgetTexts(Set<Int>)
    /// Messages between the newest known and the one that came are missing: ask the room for them.
    case catchUp
    /// Name, topic, lock or another of the facts changed: read them again.
    case readFacts
    /// People came, went or changed: their languages may be others than before.
    case refreshLanguages
    /// These members are out of the room: end their streams behind what they were told.
    case endStreams(of: [MemberID])
    /// The room is no more: end every stream.
    case endFeed
}

/// A translation to be made: of one subject, into one language.
package struct Question: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        /// The line of this number.
        case line(Int)
        /// The notice pinned at this time.
        case notice(Int)
    }

    package let subject: Subject
    package let lang: LanguageTag
    /// Which epoch of the room's numbering a line's number is of: in the next one another line has it.
    let epochNumber: Int

    package init(subject: Subject, lang: LanguageTag, epochNumber: Int = 0) {
        self.subject = subject
        self.lang = lang
        self.epochNumber = epochNumber
    }
}
