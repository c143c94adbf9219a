import SabirCore
import SabirProtocol

/// What a hosted room allows. Bounds are the configuration's to check.
package struct RoomSettings: Sendable, Hashable {
    package var info: RoomInfo
    /// Members at once; the next one is told `room-full`.
    package var maximumMembers: Int
    /// Of those from one address, this machine's own apart; nil where the room's size alone counts.
    package var maximumPerAddress: Int?
    /// Messages kept in memory for those who come back.
    package var keptMessages: Int
    /// Messages a second per member in the long run, and at once; nil takes the flood limit off.
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
    /// How long, in seconds; nil for as long as there is room.
    package var keepFor: Int?
    /// Lines from before their coming that newcomers see; `.max` for all.
    package var newcomersSee = 0
    /// For how many seconds its author may correct a line or take it back; 0 where nobody may.
    package var takeBack = 15 * 60
    /// Staff of the node that keeps its lines read them at their page, without a seat in it.
    package var staffRead = false
    /// How this room's interpreter is reached, in words for people; empty where there is none. Cleaned, one line.
    package var contact = ""
    /// Found by its id alone, never by its name or as the node's only room.
    package var isPrivate = false
    /// Whether it is announced, and named to whoever asks for the rooms. Otherwise it is entered by whoever knows of it.
    package var isListed: Bool { isAnnounced && !isPrivate }
    package var isAnnounced = true
    /// The network interfaces over which it is announced and entered; empty for all. Loopback always leads in.
    package var interfaces: [String] = []
    /// Locks itself once somebody is in who did not enter as staff.
    package var locksAfterVisitor = false
    /// The first host's grant for this node's certificate, where another node hosted this room first.
    package var grant: Grant?
    /// Which member ids this node gives: 0 for the room's authority, otherwise 1 to 16,777,214, no two
    /// nodes of a room the same.
    package var idSpace: UInt64 = 0
    /// This node's id, as the first of the path that relays are told.
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
}
