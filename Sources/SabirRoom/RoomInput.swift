import NIOCore
import SabirProtocol

/// Inputs of a room other than its members' packets (`Room.handle(_:from:)`): results of its effects, and time.
enum RoomInput: Sendable {
    /// The connection is over, for whatever reason, or the member has left.
    case left(HostedRoom.Seat)
    /// The loop has read from everybody.
    case burstIsOver
    /// One tick, once a second.
    case tick(ClockReading)
    /// A member reads too slowly.
    case tooSlow(MemberNumber)

    /// The log has these messages.
    case appended([Message])
    /// What the log knows of the first draft in the deduplication queue.
    case known(KnownID?, round: Int)
    case erased(Erasures.Entry, Retraction)
    /// A page out of the log; nil where the log cannot say.
    case read(HistoryPage?, HostedRoom.Seat)

    case authority(AuthorityNews)
    case lookedUp(Lookup, StaffRank)
    /// An act of staff is stored, or why it could not be.
    case stored(failure: String?)
    /// The moderation state is stored, or why it could not be.
    case moderationKept(failure: String?)
    case recorded(Recorded)
    /// An engine's answer to a member's question.
    case answered(HostPacket, HostedRoom.Seat)
    /// The reports of an earlier run.
    case reports([Reported])
    /// The node's configuration was reloaded.
    case settings(RoomSettings)
}

extension Room {
    /// Handles an input; its effects are in `output`. The time is that of the turn.
    mutating func handle(_ input: RoomInput) {
        switch input {
        case .left(let seat): leave(seat)
        case .burstIsOver: flush()
        case .tick(let time): tick(time)
        case .tooSlow(let number): drop(number, Self.tooSlow)
        case .appended(let lines): finishAppending(lines)
        case .known(let known, let round): resolveFirstDraft(known, round: round)
        case .erased(let entry, let result): finishErasure(entry, result)
        case .read(let page, let seat): answerHistory(with: page, for: seat)
        case .authority(let news): follow(news)
        case .lookedUp(let lookup, let rank): lookedUp(lookup, rank)
        case .stored(let failure): finishStoringAct(failure)
        case .moderationKept(let failure): finishKeepingModeration(failure)
        case .recorded(let recorded): finishRecording(recorded)
        case .answered(let packet, let seat): answered(packet, to: seat)
        case .reports(let past): restore(past)
        case .settings(let settings): apply(settings)
        }
    }
}
