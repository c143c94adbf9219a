import SabirWire

/// What staff do in a room.
package enum WebAct: Sendable, Hashable {
    case mute(MemberID)
    case unmute(MemberID)
    case remove(MemberID)
    case ban(MemberID, minutes: Int)
    case lock
    case unlock
    /// At most 200 scalars; "" takes it away.
    case topic(String)
    /// `lang` is the language it is written in.
    case notice(text: String, lang: LanguageTag)
    case removeNotice
    /// Forgets every line.
    case clear
    case close
    case open
}

/// A member as staff see it.
package struct WebStaffMember: Sendable, Hashable {
    package let info: MemberInfo
    package let isMuted: Bool

    package init(info: MemberInfo, isMuted: Bool) {
        self.info = info
        self.isMuted = isMuted
    }
}
