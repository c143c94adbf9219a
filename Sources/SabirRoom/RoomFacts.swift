import NIOCore
import SabirProtocol

/// A room's facts at one moment.
package struct RoomFacts: Hashable, Sendable {
    /// The room's info with the present topic.
    package var info: RoomInfo
    package var epoch: String
    /// Number of the newest message when the epoch began here.
    package var epochStart = 0
    /// Number of the newest message; 0 before the first.
    package var seq = 0
    /// Staff cleared everything up to this number; 0 where nothing was.
    package var cleared = 0
    /// People in the room, without relays.
    package var n = 0
    /// Members who read, without relays, by language; the 100 most frequent.
    package var langs: [LanguageTag: Int] = [:]
    package var contact = ""
    /// For how many seconds authors may take a line back.
    package var takeBack = 0
    package var confirmedBy: Set<MemberRole> = []
    /// Where lines are kept at present.
    package var history = HistoryTerms.Place.memory
    package var isPrivate = false
    package var isLocked = false
    /// Whether staff closed the room: nobody is in, and nobody comes in.
    package var isClosed = false
    package var notice: Notice?
    package var muted: Set<MemberID> = []
    /// The link to an authority elsewhere, where it is down; nil otherwise.
    package var lostLink: Link?
    /// Reports to staff, oldest first.
    package var reports: [KeptReport] = []
    /// Calls for help that wait, or to which somebody is coming, oldest first.
    package var help: [HelpCall] = []
    /// The callers who want to talk with staff alone; told only to staff.
    var wishes: [MemberID: HelpCall.PrivateTalkRequest] = [:]
    /// Staff who read the room at this node.
    package var staffHere = 0
    /// Whether staff of the room's authority read it without being members.
    package var staffRead = false
    /// Whether visitors need the room's password, or a code of staff.
    package var hasPassword = false
    /// The network side from which the room is entered.
    package var side = NetworkSide()
    package var terms = RoomTerms()

    /// The calls with their wishes, as staff are told of them.
    package var helpForStaff: [HelpCall] {
        help.map { call in
            var call = call
            call.wish = wishes[call.caller.id]
            return call
        }
    }
    /// Whether anybody may read the notice: everybody may know that a room with a password exists, but not what is said
    /// or pinned in it.
    package var tellsNoticeToEverybody: Bool { !hasPassword && !isPrivate }
    /// How many lines the room's screens may show.
    package var linesOnScreens: Int { hasPassword || isPrivate ? 0 : terms.kioskLines }
}

/// The part of a room's configuration that only its page uses.
package struct RoomTerms: Hashable, Sendable {
    /// Who answers for the room; "" where the configuration names nobody.
    package let responsible: String
    /// Lines a kiosk screen may show; 0 shows none.
    package var kioskLines: Int
    /// How many hours messages are kept; 0 where only their number is bounded.
    package let keepHours: Int
    /// How many of the newest messages are kept.
    package let keptMessages: Int
    /// Whether this node keeps the lines as their authority, and no other node or cluster.
    package let isKeptHere: Bool

    package init(
        responsible: String = "", kioskLines: Int = 0, keepHours: Int = 0, keptMessages: Int = 0,
        isKeptHere: Bool = true
    ) {
        (self.responsible, self.kioskLines, self.keepHours) = (responsible, kioskLines, keepHours)
        (self.keptMessages, self.isKeptHere) = (keptMessages, isKeptHere)
    }
}

/// Which of this machine's networks a room is for. The page address that people there are shown has to be this
/// machine's on that network.
package struct NetworkSide: Hashable, Sendable {
    /// Names of the only interfaces over which the room is announced and entered; empty for all.
    package var only: [String]
    /// An address of this machine that the page does not show, as people on that network use the room's host: a
    /// relay's address on the host's network.
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
            cleared: timeline.cleared, n: roster.people, langs: roster.readers,
            contact: contact, takeBack: settings.takeBack, confirmedBy: settings.confirmedBy, history: place,
            isPrivate: settings.isPrivate,
            isLocked: moderation.isLocked, isClosed: moderation.isClosed, notice: moderation.notice,
            muted: Set(moderation.muted.map(\.id)), lostLink: upstream?.link.flatMap { $0.up ? nil : $0 },
            reports: reports.kept, help: pendingHelp(now: now), wishes: wishes,
            staffHere: staffAtThisNode.count { !$0.joinContext.isLocal || $0.streams > 0 }, staffRead: staffRead,
            side: side, terms: terms)
    }
}
