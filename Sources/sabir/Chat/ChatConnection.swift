import SabirClient
import SabirProtocol

/// This end's place in the room, the way to it, and what the host said that it can do. Pure: kept up by the room's events.
struct ChatConnection {
    /// This end's own id; nil before it is in.
    private(set) var member: MemberID?
    /// There is no connection, after there was one.
    private(set) var isAway = false
    /// Whether the node that carries the room here has the way to its host: without it, it keeps what it is given.
    private(set) var isLinkUp = true
    /// Whether the room was given what waited for it.
    private(set) var hasEntered = false
    /// Why it ended; nil where it was left.
    private(set) var fault: WireFault?
    private var history: HistoryTerms?
    /// For how many seconds a line may be corrected or taken back here; 0 where that cannot be done.
    private var takeBack = 0
    /// Whether the host has said that this end confirms translations.
    private(set) var mayConfirm = false
    /// Whether the host tells its staff what a caller wishes for besides; nil before it has said so.
    private var knowsWishes: Bool?

    mutating func follow(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, _):
            (member, isAway, isLinkUp) = (welcome.member, false, true)
            (history, takeBack) = (welcome.history, welcome.limits.takeBack)
            mayConfirm = welcome.confirms
            knowsWishes = welcome.features.contains(.wish)
        case .reconnecting: isAway = true
        case .link(let link): isLinkUp = link.up
        case .ended(let why): fault = why
        default: break
        }
    }

    /// From now on what is said is given to the room at once.
    mutating func enter() { hasEntered = true }

    /// An older host would take a revision for another message.
    func takes(_ revision: Revision?) -> Bool {
        switch revision {
        case nil: true
        case .corrects, .retracts: takeBack > 0
        case .confirms: mayConfirm
        }
    }

    /// An older host would take it for a call like any other, and nobody would be told the rest.
    var takesWishes: Bool { knowsWishes != false }

    // MARK: What was said before

    /// Why the host cannot be asked for it, with the key of the sentence; nil where it can.
    var whyNoHistory: (code: ErrorCode, key: String)? {
        guard !isAway, member != nil else { return (.unreachable, "chat.earlier.away") }
        // An older host knows no such question, and would not answer.
        return history == nil ? (.badPacket, "chat.earlier.none") : nil
    }

    /// The key of the sentence that says why nothing came from before this number.
    func whyNothing(before: Int) -> String {
        guard let history, history.kept != .off else { return "kept.off" }
        return history.from >= before && before > 1 ? "earlier.newcomers" : "earlier.none"
    }
}
