import SabirProtocol

/// Those whom staff can act upon though they are not in the room.
package struct WebAbsentees: Sendable, Hashable {
    package struct Gone: Sendable, Hashable {
        package let info: MemberInfo
        /// Milliseconds since 1970.
        package let since: Int

        package init(info: MemberInfo, since: Int) {
            self.info = info
            self.since = since
        }
    }

    package struct Muted: Sendable, Hashable {
        package let member: MemberID
        package let name: String

        package init(member: MemberID, name: String) {
            self.member = member
            self.name = name
        }
    }

    package let gone: [Gone]
    package let muted: [Muted]

    package init(gone: [Gone] = [], muted: [Muted] = []) {
        self.gone = gone
        self.muted = muted
    }
}
