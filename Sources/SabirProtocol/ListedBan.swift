/// A ban as staff see it.
package struct ListedBan: Hashable, Sendable {
    package static let most = 1_000

    package let member: MemberID
    /// The member's name when it was banned.
    package let name: String
    package let scope: BanScope
    /// Milliseconds since 1970.
    package let until: Int

    package init(member: MemberID, name: String, scope: BanScope, until: Int) {
        self.member = member
        self.name = name
        self.scope = scope
        self.until = until
    }
}

extension JSONWriter {
    mutating func bans(_ bans: [ListedBan]) {
        field("bans", list: bans) { writer, ban in
            writer.object {
                $0.field("member", ban.member.rawValue)
                $0.field("name", ban.name)
                $0.field("scope", ban.scope.rawValue)
                $0.field("until", ban.until)
            }
        }
    }
}

extension ListedBan {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            member: MemberID(rawValue: try json.required("member")),
            name: WireText.cleanName(try json.string("name") ?? ""),
            scope: try json.string("scope").flatMap(BanScope.init) ?? .device, until: try json.required("until"))
    }

    /// The first bans of a list, as many as fit into one frame.
    package static func fitting(_ bans: [ListedBan]) -> [ListedBan] {
        var left = Frame.maximumLength - 256
        return Array(
            bans.prefix(most).prefix { ban in
                // Escaping turns a byte of a name into six at most.
                left -= 96 + ban.member.rawValue.utf8.count + 6 * ban.name.utf8.count
                return left >= 0
            })
    }
}
