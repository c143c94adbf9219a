import SabirSecurity
import SabirProtocol

/// `[[relay]]`: a room of another host that this node opens to those who reach it.
package struct RelayConfiguration: Sendable, Equatable {
    /// The original room: its name, `HOST:PORT/ROOM`, or an invite.
    package var from: JoinTarget
    /// The relay's name in the room; nil for the node's name.
    package var name: String?
    /// The group of people served: of several relays with the same side, only one carries. Nil for a side of its own.
    package var side: String?
    /// Where lines are kept: on disk only if the host keeps them on disk too.
    package var history = HistoryTerms.Place.memory
    /// The only network interface used to find the room and reach its host; nil for any.
    package var fromInterface: String?
    /// The only network interfaces on which the room is announced and entered here; empty for all.
    package var toInterfaces: [String] = []
    /// Lines kept for newcomers while the link is down: 0 to 10,000.
    package var keepMessages = 1_000
    /// Members on this side from one address: 1 to 10,000; nil for 250.
    package var maxMembersPerAddress: Int?
    /// The most earlier lines that newcomers see; `Int.max` for all.
    package var newcomersSee = 0
    /// Lines that a kiosk screen on this side shows to everyone who passes: 0 to 50.
    package var kioskLines = 0
    /// The room's password, which this relay proves to the host and asks of those on its side; nil for an open room.
    package var password: Password?

    var passwordFile: String?
    var passwordVariable: String?

    package init(from: JoinTarget) { self.from = from }
}

extension RelayConfiguration: ConfigurationSection {
    /// A relay before its table is read. No room has an empty name.
    static let blank = RelayConfiguration(from: .room(""))

    static var keys: [SectionKey<Self>] {
        [
            .value("from", \.from, .joinTarget, required: true),
            .optional("as", \.name, .name),
            .optional("side", \.side, .text(1...64)),
            .value("history", \.history, .word),
            .optional("from_interface", \.fromInterface, .interface),
            .list("to_interfaces", \.toInterfaces, .interface, count: 0...64),
            .value("keep_messages", \.keepMessages, .whole(0...RoomConfiguration.mostInMemory)),
            .optional("max_members_per_address", \.maxMembersPerAddress, .whole(1...10_000)),
            .value("newcomers_see", \.newcomersSee, .newcomerLines),
            .value("kiosk_lines", \.kioskLines, .whole(0...50)),
            .optional("password_file", \.passwordFile, .path),
            .optional("password_env", \.passwordVariable, .variable),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        checkPassword(at: path, in: &reader)
    }
}

extension ValueRule where Value == JoinTarget {
    fileprivate static var joinTarget: ValueRule {
        parsing("a room's invite (sabir://…), HOST:PORT/ROOM, or its name") { try? JoinTarget($0) }
            .doubting { target in target.host.flatMap { NumericAddress.doubt($0) } }
    }
}
