import SabirTranslation
import SabirProtocol

/// An event that a feed sends to its readers, before it is encoded.
package enum FeedEvent: Sendable, Hashable {
    case line(Message)
    case translation(Translated)
    case joined(MemberInfo, n: Int)
    case left(MemberInfo, n: Int)
    case changed(MemberInfo, n: Int)
    /// Replaces `joined`, `left` and `changed` in large rooms.
    case presence(Presence)
    case gap(ClosedRange<Int>)
    /// The pinned notice; nil: it was taken down. With its translation where the audience needs one and it has arrived.
    case notice(Notice?, Reading?)
    /// `by` did not understand message `id`; `isPresent` says whether the author is in the room.
    case unclear(id: MessageID, by: MemberInfo, isPresent: Bool)
    case person(by: MemberInfo, about: MessageID?, contact: String)
    /// A call for help, at each change of its state.
    case help(HelpCall)
    /// Staff muted the member who receives this event (true), or unmuted it.
    case muted(Bool)
    /// A report to staff, at each change of its state.
    case report(Reported)
    case cleared
    /// The host removed the member who receives this event.
    case removed(WireFault)
    /// The room closes; the sentence says why.
    case closing(Sentence)
    /// How many people in the room the reader can reach, and be reached by.
    case mutualReach(MutualReach)
    /// The reader's newest lines that somebody in the room cannot read.
    case reach([MessageID: Reach])
    /// The offered languages, after the languages in the room changed or an engine came or went.
    case languages([OfferedLanguage])

    /// The number of the line that this event is about; nil for other events. Only readers who may see that line
    /// receive the event.
    var line: Int? {
        switch self {
        case .line(let message): message.seq
        case .translation(let translated): translated.seq
        default: nil
        }
    }

    /// The event for a room's packet; nil for packets that readers are told in another way, or not at all.
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

    /// The translation of a text for readers of one language.
    package struct Reading: Sendable, Hashable {
        package let lang: LanguageTag
        package let translation: TranslationOutcome
    }

    /// The translation of a line for readers of one language.
    package struct Translated: Sendable, Hashable {
        package let id: MessageID
        package let seq: Int
        package let lang: LanguageTag
        package let translation: TranslationOutcome
    }
}

extension FeedEvent.Translated {
    init(_ translation: TranslationOutcome, of line: Message, for lang: LanguageTag) {
        self.init(id: line.id, seq: line.seq, lang: lang, translation: translation)
    }
}

/// Who receives an event.
package enum Audience: Sendable, Hashable {
    /// Every visitor.
    case everyone
    case readers(of: LanguageTag)
    /// Only the desks among the readers of this language.
    case desks(of: LanguageTag)
    case members([MemberID])
    /// Screens on a wall, which receive nothing sent to another audience.
    case screens

    /// The members addressed by name; nil for every other audience.
    package var members: [MemberID]? { if case .members(let members) = self { members } else { nil } }
}
