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
}
