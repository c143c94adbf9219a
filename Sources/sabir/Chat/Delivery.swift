import SabirClient
import SabirProtocol

/// The delivery of this member's own message, until its echo says that the room has it.
enum Delivery {
    /// Accepted for sending. `isKept`: stored on disk, so it is sent even if this program is killed now. `again`:
    /// written by an earlier run of this program.
    case sending(KeptDraft, isKept: Bool, again: Bool)
    /// There is no answer yet, or no connection.
    case late(KeptDraft)
    /// The message is not in the room and will not be.
    case refused(KeptDraft, WireFault)
}

/// The sentences of these errors are in the reader's language already.
extension ErrorCode {
    /// A code of this program: the draft is too old to be sent.
    static let expired = ErrorCode(rawValue: "expired")
    /// A code of this program: the draft was written for another room that was reached under the same name or address.
    static let otherRoom = ErrorCode(rawValue: "other-room")
    /// A code of this program: the chat ends and the room does not have all drafts.
    static let undelivered = ErrorCode(rawValue: "undelivered")
}

extension WireFault {
    /// Why a chat that stopped waiting did not do all it was asked to; nil if it did.
    ///
    /// - Parameter unsent: drafts that the room does not have and that no relay holds for it.
    static func leaving(unsent: Int, hasEntered: Bool) -> WireFault? {
        if unsent > 0 {
            return WireFault(.undelivered, "Messages that did not reach the room: \(unsent).", fatal: true)
        }
        return hasEntered ? nil : WireFault(.unreachable, "The room was not reached in time.", fatal: true)
    }
}
