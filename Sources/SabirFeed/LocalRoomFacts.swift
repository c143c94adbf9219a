import SabirProtocol
import SabirRoom

/// How a room stands now.
package struct LocalRoomFacts: Sendable, Hashable {
    package var isLocked = false
    /// Minted for one visit: not listed, reached by its id alone.
    package var isPrivate = false
    package var isClosed = false
    /// Visitors are let in by the room's password, or by a code of staff.
    package var hasPassword = false
    /// False while the way to the room's host elsewhere is lost: what visitors write waits.
    package var isLinked = true
    /// From where it is entered.
    package var side = NetworkSide()
    /// How long messages are kept, in hours; 0 where only the number of messages bounds it.
    package var keepHours = 0
    package var keepMessages = 1_000
    /// Where they are kept.
    package var history = HistoryTerms.Place.memory
    /// Who answers for the room, as the configuration names them; "" where it does not.
    package var responsible = ""
    /// The interpreter's contact; "" where there is none.
    package var contact = ""
    package var notice: PinnedNotice?
    /// For staff alone; oldest first, bounded.
    package var reports: [KeptReport] = []
    /// Calls for help that wait, or to which somebody is coming, oldest first, bounded.
    package var help: [HelpCall] = []
    /// What those who call wish for besides: for staff, and nobody else.
    package var wishes: [MemberID: HelpCall.PrivateTalkRequest] = [:]
    /// The calls as staff are told of them.
    package var helpForStaff: [HelpCall] {
        help.map { call in
            var call = call
            call.wish = wishes[call.caller.id]
            return call
        }
    }
    /// Staff of the node that keeps the room read what is written in it, without going in: visitors are told.
    package var staffRead = false
    /// The first number that staff read at this node's page; nil where they read nothing.
    package var staffReadFrom: Int?
    /// Its lines are this node's own: neither another node's nor those of a cluster.
    package var isKeptHere = true
    /// Staff who read here.
    package var staffHere = 0
    /// Lines a kiosk screen may show; 0 shows none.
    package var kioskLines = 0
    /// For how many seconds its author may correct a line or take it back; 0 where nobody may.
    package var takeBack = 0
    /// Members of which roles confirm translations.
    package var confirmedBy: Set<MemberRole> = []
    /// Names the epoch of the room's numbering.
    package var epoch = ""
    /// Newest message; 0 where there is none.
    package var newest = 0
    /// Everything up to this number was cleared away by staff; 0 where nothing was.
    package var cleared = 0
    /// Members now.
    package var n = 0
    /// Members whose messages are not taken.
    package var muted: Set<MemberID> = []
    /// Members by language.
    package var langs: [LanguageTag: Int] = [:]

    package init() {}

    /// Of a room with a password everybody may know that it is there, and nothing of what is said or pinned in it.
    package var tellsNoticeToEverybody: Bool { !hasPassword && !isPrivate }
    /// Lines that its screens show.
    package var linesOnScreens: Int { hasPassword || isPrivate ? 0 : kioskLines }
}

/// A notice that staff pinned to a room.
package struct PinnedNotice: Sendable, Hashable {
    package let text: String
    package let lang: LanguageTag
    /// Milliseconds since 1970 by the host's clock.
    package let ts: Int

    package init(text: String, lang: LanguageTag, ts: Int) {
        self.text = text
        self.lang = lang
        self.ts = ts
    }

    /// Nil where the notice was taken down.
    package init?(_ notice: Notice) {
        guard !notice.text.isEmpty else { return nil }
        self.init(text: notice.text, lang: notice.lang, ts: notice.ts)
    }
}

/// Which of this machine's networks a room is for: the address of the page that people there are shown has to be one of
/// this machine on that network.
package struct NetworkSide: Sendable, Hashable {
    /// Names of the interfaces over which alone the room is entered, or announced; empty for all.
    package var only: [String]
    /// An address of this machine on a network where people need none of this: a relay's on that of the room's host.
    package var besides: String?

    package init(only: [String] = [], besides: String? = nil) {
        self.only = only
        self.besides = besides
    }
}
