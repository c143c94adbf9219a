import NIOCore
import SabirProtocol

/// A room as it is at one moment.
package struct RoomFacts: Hashable, Sendable {
    /// With the topic as it is now.
    package var info: RoomInfo
    package var epoch: String
    /// Newest message when that numbering began here.
    package var epochStart = 0
    /// Newest message; 0 where there was none yet.
    package var seq = 0
    /// Everything up to this number was cleared away by staff; 0 where nothing was.
    package var cleared = 0
    /// People in the room now: relays are members, and are not counted here.
    package var n = 0
    /// Those of them that did not enter as staff.
    package var visitors = 0
    /// Members who read, without relays, by language; the 100 most frequent.
    package var langs: [LanguageTag: Int] = [:]
    package var contact = ""
    /// For how many seconds authors may take a line back.
    package var takeBack = 0
    /// Members of which roles confirm translations.
    package var confirmedBy: Set<MemberRole> = []
    /// Where lines are kept at present.
    package var history = HistoryTerms.Place.memory
    package var isPrivate = false
    package var isLocked = false
    /// Closed by staff: nobody is in, and nobody comes in.
    package var isClosed = false
    package var notice: Notice?
    package var muted: Set<MemberID> = []
    /// The way to its authority, where that is elsewhere and lost; nil otherwise.
    package var lostLink: Link?
    /// What was reported to staff, oldest first.
    package var reports: [KeptReport] = []
    /// Calls for help that wait, or to which somebody is coming, oldest first.
    package var help: [HelpCall] = []
    /// What those who call wish for besides; for staff alone.
    package var wishes: [MemberID: HelpCall.PrivateTalkRequest] = [:]
    /// Staff who read here at this node.
    package var staffHere = 0
    /// Staff of its authority read it without being members.
    package var staffRead = false
    /// Visitors are let in by the room's password, or by a code of staff.
    package var hasPassword = false
    /// From where it is entered.
    package var side = NetworkSide()
    package var terms = RoomTerms()

    /// The calls as staff are told of them.
    package var helpForStaff: [HelpCall] {
        help.map { call in
            var call = call
            call.wish = wishes[call.caller.id]
            return call
        }
    }
    /// Of a room with a password everybody may know that it is there, and nothing of what is said or pinned in it.
    package var tellsNoticeToEverybody: Bool { !hasPassword && !isPrivate }
    /// Lines that its screens show.
    package var linesOnScreens: Int { hasPassword || isPrivate ? 0 : terms.kioskLines }
}

/// What the configuration says of a room beyond what the room acts upon, for its page.
package struct RoomTerms: Hashable, Sendable {
    /// Who answers for the room, as the configuration names them; "" where it does not.
    package let responsible: String
    /// Lines a kiosk screen may show; 0 shows none.
    package var kioskLines: Int
    /// How long messages are kept, in hours; 0 where only the number of messages bounds it.
    package let keepHours: Int
    package let keptMessages: Int
    /// Its lines are this node's own: neither another node's nor those of a cluster.
    package let isKeptHere: Bool

    package init(
        responsible: String = "", kioskLines: Int = 0, keepHours: Int = 0, keptMessages: Int = 0,
        isKeptHere: Bool = true
    ) {
        (self.responsible, self.kioskLines, self.keepHours) = (responsible, kioskLines, keepHours)
        (self.keptMessages, self.isKeptHere) = (keptMessages, isKeptHere)
    }
}

/// Which of this machine's networks a room is for: the address of the page that people there are shown has to be one of
/// this machine on that network.
package struct NetworkSide: Hashable, Sendable {
    /// Names of the interfaces over which alone the room is entered, or announced; empty for all.
    package var only: [String]
    /// An address of this machine on a network where people need none of this: a relay's on that of the room's host.
    package var besides: String?

    package init(only: [String] = [], besides: String? = nil) {
        self.only = only
        self.besides = besides
    }
}

extension RoomState {
    func facts(now: NIODeadline) -> RoomFacts {
        RoomFacts(
            info: info, epoch: timeline.epoch, epochStart: timeline.epochStart, seq: timeline.newest,
            cleared: timeline.cleared, n: roster.people, visitors: roster.visitors, langs: roster.readers,
            contact: contact, takeBack: settings.takeBack, confirmedBy: settings.confirmedBy, history: place,
            isPrivate: settings.isPrivate,
            isLocked: moderation.isLocked, isClosed: moderation.isClosed, notice: moderation.notice,
            muted: Set(moderation.muted.map(\.id)), lostLink: upstream?.link.flatMap { $0.up ? nil : $0 },
            reports: reports.kept, help: pendingHelp(now: now), wishes: wishes,
            staffHere: staffAtThisNode.count { !$0.joinContext.isLocal || $0.streams > 0 }, staffRead: staffRead,
            side: side, terms: terms)
    }
}
