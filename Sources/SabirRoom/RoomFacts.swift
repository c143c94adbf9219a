import NIOCore
import SabirProtocol

/// A room as it is at one moment.
package struct RoomFacts: Hashable, Sendable {
    /// With the topic as it is now.
    package let info: RoomInfo
    package let epoch: String
    /// Newest message; 0 where there was none yet.
    package let seq: Int
    /// Everything up to this number was cleared away by staff; 0 where nothing was.
    package let cleared: Int
    /// People in the room now: relays are members, and are not counted here.
    package let n: Int
    /// Those of them that did not enter as staff.
    package let visitors: Int
    /// Members who read, without relays, by language; the 100 most frequent.
    package let langs: [LanguageTag: Int]
    package let contact: String
    /// For how many seconds authors may take a line back.
    package let takeBack: Int
    /// Members of which roles confirm translations.
    package let confirmedBy: Set<MemberRole>
    /// Where lines are kept at present.
    package let history: HistoryTerms.Place
    package let isPrivate: Bool
    package let isLocked: Bool
    /// Closed by staff: nobody is in, and nobody comes in.
    package let isClosed: Bool
    package let notice: Notice?
    package let muted: Set<MemberID>
    /// The way to its authority, where that is elsewhere and lost; nil otherwise.
    package let lostLink: Link?
    /// What was reported to staff, oldest first.
    package let reports: [KeptReport]
    /// Calls for help that wait, or to which somebody is coming, oldest first.
    package let help: [HelpCall]
    /// What those who call wish for besides; for staff alone.
    package let wishes: [MemberID: HelpCall.PrivateTalkRequest]
    /// Staff who read here at this node.
    package let staffHere: Int
    /// Staff of its authority read it without being members.
    package let staffRead: Bool
}

extension RoomState {
    func facts(now: NIODeadline) -> RoomFacts {
        RoomFacts(
            info: info, epoch: timeline.epoch, seq: timeline.newest, cleared: timeline.cleared, n: roster.people,
            visitors: roster.visitors,
            langs: roster.readers, contact: contact, takeBack: settings.takeBack,
            confirmedBy: settings.confirmedBy, history: place, isPrivate: settings.isPrivate,
            isLocked: moderation.isLocked, isClosed: moderation.isClosed, notice: moderation.notice,
            muted: Set(moderation.muted.map(\.id)), lostLink: upstream?.link.flatMap { $0.up ? nil : $0 },
            reports: reports.kept, help: pendingHelp(now: now), wishes: wishes,
            staffHere: staffAtThisNode.count { !$0.joinContext.isLocal || $0.streams > 0 }, staffRead: staffRead)
    }
}
