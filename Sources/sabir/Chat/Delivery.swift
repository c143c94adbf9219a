import SabirClient
import SabirProtocol

/// What becomes of a message of this end's own, until its echo says that the room has it.
enum Delivery {
    /// Taken. `isKept`: safe on disk, so that it is sent even if this program is killed now. `again`: it was written
    /// before this program began.
    case sending(KeptDraft, isKept: Bool, again: Bool)
    /// There is still no answer, or no connection.
    case late(KeptDraft)
    /// It is not and will not be in the room.
    case refused(KeptDraft, WireFault)
}

/// Their sentences are in the reader's language already.
extension ErrorCode {
    /// This end's own: too old to be sent.
    static let expired = ErrorCode(rawValue: "expired")
    /// This end's own: written for another room that was reached in the same way.
    static let otherRoom = ErrorCode(rawValue: "other-room")
    /// This end's own: it leaves, and the room does not have all that was said.
    static let undelivered = ErrorCode(rawValue: "undelivered")
}

extension WireFault {
    /// Why a chat that waits no longer has not done what it was asked for; nil where it has.
    ///
    /// - Parameter unsent: messages that the room does not have, and that no relay holds for it.
    static func leaving(unsent: Int, hasEntered: Bool) -> WireFault? {
        if unsent > 0 {
            return WireFault(.undelivered, "Messages that did not reach the room: \(unsent).", fatal: true)
        }
        return hasEntered ? nil : WireFault(.unreachable, "The room was not reached in time.", fatal: true)
    }
}
