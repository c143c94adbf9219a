import SabirClient
import SabirProtocol

/// The roles that the host vouches for, of the known members. The room's events update it. Members without a role are
/// left out.
struct MemberRoles {
    private var roles: [MemberID: MemberRole] = [:]

    subscript(member: MemberID) -> MemberRole? { roles[member] }

    mutating func follow(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, _):
            roles = [:]
            add(welcome.members)
        case .packet(.joined(let info, _)), .packet(.changed(let info, _)): add([info])
        case .packet(.left(let info, _)): roles[info.id] = nil
        case .packet(.members(let members, _)): add(members)
        case .packet(.presence(let presence)):
            add(presence.joined + presence.changed)
            for id in presence.left { roles[id] = nil }
        default: break
        }
    }

    /// An event, which must have been followed already, as shown to people: without the known relays, which the host
    /// counts as members. Nil if the event concerns only a relay.
    func people(in event: RoomEvent) -> RoomEvent? {
        let relays = roles.values.count { $0 == .relay }
        switch event {
        case .welcome(var welcome):
            welcome.n -= relays
            return .welcome(welcome)
        case .packet(let packet): return people(in: packet, without: relays).map(RoomEvent.packet)
        default: return event
        }
    }

    private func people(in packet: HostPacket, without relays: Int) -> HostPacket? {
        switch packet {
        case .joined(let info, let n): return info.role == .relay ? nil : .joined(info, n: n - relays)
        case .changed(let info, let n): return info.role == .relay ? nil : .changed(info, n: n - relays)
        case .left(let info, let n): return info.role == .relay ? nil : .left(info, n: n - relays)
        case .presence(var presence):
            presence.n -= relays
            return .presence(presence)
        case .members(let members, let more): return .members(members.filter { $0.role != .relay }, more: more)
        default: return packet
        }
    }

    private mutating func add(_ members: [MemberInfo]) {
        for member in members { roles[member.id] = member.role }
    }
}
