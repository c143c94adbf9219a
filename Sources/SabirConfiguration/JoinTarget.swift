import Foundation
import SabirClient
import SabirCore
import SabirSecurity
import SabirProtocol

/// What a person asks to join.
package enum JoinTarget: Hashable, Sendable, CustomStringConvertible {
    /// A room's name or id, to be searched on the network.
    case room(String)
    /// A node's address; `room` is nil for a node with one room.
    case address(NodeAddress, room: String?)
    /// An invite, which names the certificate of the room's host.
    case invite(Invite)

    /// `Reception`, `10.0.0.5`, `10.0.0.5:47275`, `clinic.local:47275/Reception`, `[fe80::1%eth0]:47275`, or an invite
    /// `sabir://HOST:PORT/ROOM-ID#fp=…`. Throws a sentence where an address or invite is malformed.
    package init(_ text: String) throws(RouteError) {
        if text.lowercased().hasPrefix(Invite.scheme) {
            self = .invite(try Self.invite(text))
        } else if let (address, room) = Self.address(text) {
            self = .address(address, room: room)
        } else if let name = WireText.roomName(text) {
            self = .room(name)
        } else {
            let name = WireText.cleanName(text)
            throw RouteError(
                "\"\(name)\" is no room's name: it has to have 1 to 63 bytes.", as: "no-room",
                ["room": name, "n": String(WireText.maximumRoomNameBytes)])
        }
    }

    /// The room's id, if the target is an id.
    package var roomID: String? {
        let asked =
            switch self {
            case .room(let query): query
            case .address(_, let room): room ?? ""
            case .invite(let invite): invite.room
            }
        return RoomInfo.isID(asked) ? asked.lowercased() : nil
    }

    /// The named host; nil for a room's name.
    package var host: String? {
        switch self {
        case .room: nil
        case .address(let address, _): address.host
        case .invite(let invite): invite.host
        }
    }

    /// Returns the target, or throws a sentence if its address leads nowhere. A configuration with such an address only
    /// gets a warning, because nodes have started with it before.
    package func checked() throws(RouteError) -> JoinTarget {
        if let host, let doubt = NumericAddress.doubt(host) { throw RouteError(doubt + ".") }
        return self
    }

    /// How a guest that uses this target verifies the host.
    package var way: RoomTrust.Way {
        switch self {
        case .invite(let invite): .invite(invite)
        case .address(let address, _): .address(address.description.lowercased())
        case .room(let query): RoomInfo.isID(query) ? .discovery : .named(query)
        }
    }

    /// The target in one spelling, however it was written; of an invite without its fingerprint.
    package var description: String {
        switch self {
        case .room(let query): query
        case .address(let address, let room): room.map { "\(address)/\($0)" } ?? "\(address)"
        case .invite(let invite): "\(NodeAddress(host: invite.host, port: invite.port))/\(invite.room)"
        }
    }

    private static func invite(_ text: String) throws(RouteError) -> Invite {
        do throws(SecurityError) { return try Invite(text) } catch { throw RouteError(error.sentence) }
    }

    /// Parses `HOST:PORT`, `[IPv6]:PORT` or a bare numeric address (with the usual port), each with or without `/ROOM`.
    /// Nil for any other text, such as a room's name.
    private static func address(_ text: String) -> (NodeAddress, room: String?)? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let room = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]).removingPercentEncoding : nil
        if let host = number(parts[0]) { return (NodeAddress(host: host, port: NodeSettings.defaultPort), room) }
        guard let colon = parts[0].lastIndex(of: ":"), let port = Int(parts[0][colon...].dropFirst()),
            (1...65_535).contains(port), let host = host(parts[0][..<colon])
        else { return nil }
        return (NodeAddress(host: host, port: port), room)
    }

    /// An IPv4 or IPv6 address, the latter with or without brackets.
    private static func number(_ text: Substring) -> String? {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
        return IPAddress(String(bare)) == nil ? nil : String(bare)
    }

    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let inner = text.dropFirst().dropLast()
            return inner.isEmpty ? nil : String(inner)
        }
        return text.isEmpty || text.contains(where: { $0 == ":" || $0.isWhitespace }) ? nil : String(text)
    }
}
