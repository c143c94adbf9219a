import SabirClient
import SabirProtocol

/// This member's connection to the room, and what the host said about its abilities. Pure: the room's events update it.
struct ChatConnection {
    /// This member's id; nil before the first welcome.
    private(set) var member: MemberID?
    /// Whether the connection was lost and is not restored yet.
    private(set) var isAway = false
    /// Whether the node that carries the room is connected to the room's host; otherwise that node keeps lines for
    /// later.
    private(set) var isLinkUp = true
    /// Whether the room was given the drafts that waited for it.
    private(set) var hasEntered = false
    /// Why the chat ended; nil if the person left.
    private(set) var fault: WireFault?
    private var history: HistoryTerms?
    /// For how many seconds a line may be corrected or retracted; 0 if never.
    private var takeBack = 0
    /// Whether the host understands confirmed translations; supposed before the first welcome. Whether it takes one of
    /// this member, it says to each: the house may decide otherwise meanwhile.
    private(set) var takesConfirmations = true
    /// False for an older host, which would take a wish for an ordinary call and tell nobody the rest.
    private(set) var acceptsWishes = true

    mutating func follow(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, _):
            (member, isAway, isLinkUp) = (welcome.member, false, true)
            (history, takeBack) = (welcome.history, welcome.limits.takeBack)
            takesConfirmations = welcome.features.contains(.confirms)
            acceptsWishes = welcome.features.contains(.wish)
        case .reconnecting: isAway = true
        case .packet(.link(let link)): isLinkUp = link.up
        case .ended(let why): fault = why
        default: break
        }
    }

    /// Records that the room was given the waiting drafts: from now on drafts are sent at once.
    mutating func markEntered() { hasEntered = true }

    /// Whether the host understands this revision. An older host would take it for another message.
    func accepts(_ revision: Revision?) -> Bool {
        switch revision {
        case nil: true
        case .corrects, .retracts: takeBack > 0
        case .confirms: takesConfirmations
        }
    }

    // MARK: What was said before

    /// Why the host cannot be asked for earlier lines, with the key of the sentence; nil if it can.
    var whyNoHistory: (code: ErrorCode, key: String)? {
        guard !isAway, member != nil else { return (.unreachable, "chat.earlier.away") }
        // An older host does not know the request and would not answer.
        return history == nil ? (.badPacket, "chat.earlier.none") : nil
    }

    /// The key of the sentence that says why there are no lines before this number.
    func whyNothing(before: Int) -> String {
        guard let history, history.kept != .off else { return "kept.off" }
        return history.from >= before && before > 1 ? "earlier.newcomers" : "earlier.none"
    }
}
