import SabirWire

/// What a feed tells its streams, before it is encoded.
package enum FeedEvent: Sendable, Hashable {
    case line(Message)
    case translation(Translated)
    case joined(MemberInfo, n: Int)
    case left(MemberInfo, n: Int)
    case changed(MemberInfo, n: Int)
    case presence(Presence)
    case gap(ClosedRange<Int>)
    /// With its translation for the audience, where it has come and is needed.
    case notice(WebNotice?, Reading?)
    case unclear(id: MessageID, by: MemberInfo, isPresent: Bool)
    case person(by: MemberInfo, about: MessageID?, contact: String)
    case help(HelpCall)
    case muted(Bool)
    case report(Reported)
    case cleared
    case removed(WireFault)
    case closing(String)

    /// The number of the line that it tells, or tells something of; nil where it is about none. Nobody who may not see
    /// that line is told.
    var line: Int? {
        switch self {
        case .line(let message): message.seq
        case .translation(let translated): translated.seq
        default: nil
        }
    }

    /// A text as readers of one language get it.
    package struct Reading: Sendable, Hashable {
        package let lang: LanguageTag
        package let translation: WebTranslation
    }

    /// A line as readers of one language get it.
    package struct Translated: Sendable, Hashable {
        package let id: MessageID
        package let seq: Int
        package let lang: LanguageTag
        package let translation: WebTranslation
    }
}

/// Who is told.
package enum Audience: Sendable, Hashable {
    /// Every visitor.
    case everyone
    case readers(of: LanguageTag)
    case members([MemberID])
    /// Screens on a wall, which are told nothing else.
    case screens
}

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
    case lookAround
    /// These members are out of the room: end their streams behind what they were told.
    case end([MemberID])
    /// The room is no more: end every stream.
    case endAll
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
    /// Which life of the room's numbering a line's number is of: in the next one another line has it.
    let life: Int

    package init(subject: Subject, lang: LanguageTag, life: Int = 0) {
        self.subject = subject
        self.lang = lang
        self.life = life
    }
}
