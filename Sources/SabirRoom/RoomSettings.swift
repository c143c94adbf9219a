import SabirCore
import SabirProtocol

/// What a hosted room allows. The configuration checks the bounds.
package struct RoomSettings: Sendable, Hashable {
    package var info: RoomInfo
    /// Members at once; the next one is told `room-full`.
    package var maximumMembers: Int
    /// Members at once from one address other than this machine's own; nil for no limit but the room's size.
    package var maximumPerAddress: Int?
    /// Messages kept in memory for members who come back.
    package var keptMessages: Int
    /// Messages a second for each member in the long run, and at once; nil for no limit.
    package var rate: (perSecond: Int, burst: Int)? {
        get { floodLimit.map { (Int($0.perSecond), Int($0.burst)) } }
        set { floodLimit = newValue.map { TokenBucket.Rate(perSecond: Double($0.perSecond), burst: Double($0.burst)) } }
    }
    /// Bytes waiting for a member that does not read, past which it is dropped.
    package var queuedBytes: Int
    /// Largest frame body taken from a member, in bytes.
    package var maximumFrame: Int
    /// Where lines are kept.
    package var history = HistoryTerms.Place.memory
    /// For how many seconds lines are kept; nil for as long as there is room.
    package var keepFor: Int?
    /// How many lines from before their coming newcomers see; `.max` for all.
    package var newcomersSee = 0
    /// For how many seconds an author may correct a line or take it back; 0 for never.
    package var takeBack = 15 * 60
    /// Whether staff may confirm translations, besides interpreters.
    package var staffConfirm = false
    /// False where the room's host elsewhere has a release that would take a confirmation for a message.
    package var takesConfirmations = true
    /// Whether staff of the node that keeps the lines read them at their page, without a seat in the room.
    package var staffRead = false
    /// How the room's interpreter is reached, in words for people: one cleaned line; empty where there is none.
    package var contact = ""
    /// Whether the room is for one visit: found by its id alone, never by its name or as the node's only room, and locked
    /// once somebody is in who did not enter as staff.
    package var isPrivate = false
    /// Whether the room is announced, and named to peers that ask for rooms. Any other room is entered by those who
    /// know of it.
    package var isListed: Bool { isAnnounced && !isPrivate }
    package var isAnnounced = true
    /// The network interfaces over which the room is announced and entered; empty for all. Loopback is always open.
    package var interfaces: [String] = []
    /// The first host's grant for this node's certificate, where another node, or this one with an earlier key, hosted
    /// the room first.
    package var grant: Grant?
    /// The space of the member ids that this node gives: 0 for the room's authority, otherwise 1 to 16,777,214,
    /// different at each node of a room.
    package var idSpace: UInt64 = 0
    /// This node's id, the first in the path that relays are told.
    package var node: String?

    /// Whether what members say goes to the log, at the level `debug`.
    package var logsMessages = false
    package var ceilings = RoomCeilings()

    var floodLimit: TokenBucket.Rate?

    package init(
        info: RoomInfo, maximumMembers: Int = 1_000, keptMessages: Int = 1_000,
        rate: (perSecond: Int, burst: Int)? = (20, 200), queuedBytes: Int = 4 << 20,
        maximumFrame: Int = Frame.maximumLength
    ) {
        self.info = info
        self.maximumMembers = maximumMembers
        self.keptMessages = keptMessages
        self.queuedBytes = queuedBytes
        self.maximumFrame = maximumFrame
        self.rate = rate
    }

    var limits: Welcome.Limits {
        Welcome.Limits(
            frame: maximumFrame, message: WireText.maximumMessage, rate: rate?.perSecond ?? 0,
            burst: rate?.burst ?? 0, takeBack: takeBack)
    }

    var confirmedBy: Set<MemberRole> {
        takesConfirmations ? staffConfirm ? [.interpreter, .staff] : [.interpreter] : []
    }

    func mayConfirm(_ role: MemberRole?) -> Bool { role.map(confirmedBy.contains) ?? false }
}

/// Reloading the settings of a running room.
extension RoomSettings {
    /// These settings with what a running room can take of the new ones; unchanged where the new ones are another
    /// room's.
    func reloaded(by new: RoomSettings) -> RoomSettings {
        guard new.info.id == info.id else { return self }
        var settings = self
        settings.info.topic = new.info.topic
        settings.maximumMembers = new.maximumMembers
        settings.maximumPerAddress = new.maximumPerAddress
        settings.floodLimit = new.floodLimit
        settings.queuedBytes = new.queuedBytes
        settings.newcomersSee = new.newcomersSee
        if new.history == history { (settings.keptMessages, settings.keepFor) = (new.keptMessages, new.keepFor) }
        settings.takeBack = new.takeBack
        settings.staffConfirm = new.staffConfirm
        settings.contact = new.contact
        settings.ceilings = new.ceilings
        return settings
    }

    /// A sentence for each new setting that a running room does not take, with the reason.
    func kept(against new: RoomSettings) -> [String] {
        guard new.info.id == info.id else {
            return ["These are the settings of another room; nothing of them is taken."]
        }
        let reasons: [(isSame: Bool, String)] = [
            (info.name == new.info.name, "The room keeps its name: people look for it by that."),
            (
                history == new.history,
                "Its lines stay where they are, and as long: those that are kept would have to be brought elsewhere."
            ),
            (maximumFrame == new.maximumFrame, "The largest frame stays: its members' connections were made for it."),
            (
                staffRead == new.staffRead,
                "Whether staff read along stays: who is in was told so before coming in."
            ),
            (
                (isPrivate, isAnnounced, interfaces) == (new.isPrivate, new.isAnnounced, new.interfaces),
                "How it is found stays: it has been announced."
            ),
        ]
        return reasons.filter { !$0.isSame }.map(\.1)
    }
}
