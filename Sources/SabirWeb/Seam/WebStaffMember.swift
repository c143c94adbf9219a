import SabirProtocol

/// A member as staff see it.
package struct WebStaffMember: Sendable, Hashable {
    package let info: MemberInfo
    package let isMuted: Bool

    package init(info: MemberInfo, isMuted: Bool) {
        self.info = info
        self.isMuted = isMuted
    }
}
