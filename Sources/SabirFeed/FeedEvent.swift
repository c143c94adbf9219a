import SabirTranslation
import SabirProtocol

/// What a room, or its feed, tells somebody, before it is encoded.
package enum FeedEvent: Sendable, Hashable {
    case line(Message)
    case translation(Translated)
    case joined(MemberInfo, n: Int)
    case left(MemberInfo, n: Int)
    case changed(MemberInfo, n: Int)
    /// In large rooms instead of the three above.
    case presence(Presence)
    case gap(ClosedRange<Int>)
    /// With its translation for the audience, where it has come and is needed.
    case notice(Notice?, Reading?)
    /// `by` did not understand message `id`; `isPresent` says whether its author is here.
    case unclear(id: MessageID, by: MemberInfo, isPresent: Bool)
    case person(by: MemberInfo, about: MessageID?, contact: String)
    /// At each change.
    case help(HelpCall)
    /// Staff have muted whoever is told, or let it speak again.
    case muted(Bool)
    /// At each change.
    case report(Reported)
    case cleared
    /// The host put whoever is told out.
    case removed(WireFault)
    /// The room closes, with a plain sentence.
    case closing(Sentence)
    /// What whoever is told can count on among those who are here.
    case mutualReach(MutualReach)
    /// Those of its newest lines that somebody here cannot read.
    case reach([MessageID: Reach])
    /// The languages on offer, where others are written than before or an engine came or went.
    case languages([OfferedLanguage])

    /// The number of the line that it tells, or tells something of; nil where it is about none. Nobody who may not see
    /// that line is told.
    var line: Int? {
        switch self {
        case .line(let message): message.seq
        case .translation(let translated): translated.seq
        default: nil
        }
    }

    /// What a room tells in these words; nil of all else.
    init?(_ packet: HostPacket) {
        switch packet {
        case .joined(let info, let n): self = .joined(info, n: n)
        case .left(let info, let n): self = .left(info, n: n)
        case .changed(let info, let n): self = .changed(info, n: n)
        case .presence(let presence): self = .presence(presence)
        case .unclear(let told): self = .unclear(id: told.id, by: told.asker, isPresent: told.authorIsPresent)
        case .person(let call): self = .person(by: call.caller, about: call.id, contact: call.contact)
        case .help(let call): self = .help(call)
        case .report(let report): self = .report(report)
        default: return nil
        }
    }

    /// A text as readers of one language get it.
    package struct Reading: Sendable, Hashable {
        package let lang: LanguageTag
        package let translation: TranslationOutcome
    }

    /// A line as readers of one language get it.
    package struct Translated: Sendable, Hashable {
        package let id: MessageID
        package let seq: Int
        package let lang: LanguageTag
        package let translation: TranslationOutcome

        package init(id: MessageID, seq: Int, lang: LanguageTag, translation: TranslationOutcome) {
            (self.id, self.seq, self.lang, self.translation) = (id, seq, lang, translation)
        }
    }
}

/// Who is told.
package enum Audience: Sendable, Hashable {
    /// Every visitor.
    case everyone
    case readers(of: LanguageTag)
    /// Staff at their page, of those.
    case desks(of: LanguageTag)
    case members([MemberID])
    /// Screens on a wall, which are told nothing else.
    case screens

    /// Nil where it is not a matter of some alone.
    package var members: [MemberID]? { if case .members(let members) = self { members } else { nil } }
}
