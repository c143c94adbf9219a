import NIOCore
import SabirProtocol

/// An act of staff that was judged, with everything needed to carry it out: the act is stored first, and its member may
/// have left by then.
enum JudgedAction: Sendable {
    /// The member is nil where the device is in as another member.
    case mute(MemberInfo?, MemberNumber, token: String?)
    case unmute(MemberID, MemberNumber, token: String?, name: String?)
    case remove(MemberInfo, MemberNumber, token: String?)
    case ban(Moderation.Ban, minutes: Int)
    case unban(MemberID, token: String?, name: String?)
    case lock(Bool)
    case close(Bool)
    case topic(String)
    case notice(Notice)
    case clear(upTo: Int)

    /// Whether the decision is stored before members are told of it.
    func lasts(after moderation: Moderation) -> Bool {
        switch self {
        case .clear: false
        // In a room that is not locked a removal keeps nobody out, so it does not wait for the disk.
        case .remove: moderation.isLocked
        default: true
        }
    }
}

extension Moderation {
    /// Returns false where the decision changes nothing.
    @discardableResult
    mutating func apply(_ decision: JudgedAction, now: NIODeadline) -> Bool {
        switch decision {
        case .mute(let member, let number, let token): return mute(number, token: token, as: member)
        case .unmute(let member, let number, let token, _): return unmute(number, token: token, as: member)
        case .remove(_, let number, let token): remove(number, token: token)
        case .ban(let ban, _):
            if let number = ban.number { remove(number, token: ban.token) }
            self.ban(ban, now: now)
        case .unban(let member, let token, _): return unban(member, token: token)
        case .lock(let wanted):
            guard isLocked != wanted else { return false }
            isLocked = wanted
            if !wanted { forgetAdmitted() }
        case .close(let wanted):
            guard isClosed != wanted else { return false }
            isClosed = wanted
        case .topic(let text): topic = text
        case .notice(let notice):
            guard !notice.text.isEmpty || self.notice != nil else { return false }
            self.notice = notice.text.isEmpty ? nil : notice
        case .clear: break
        }
        return true
    }
}
