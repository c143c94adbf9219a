import SabirClient
import SabirProtocol

/// What the host vouches for of the members this end knows: kept up by the room's events. Guests are left out.
struct MemberRoles {
    private var roles: [MemberID: MemberRole] = [:]

    subscript(member: MemberID) -> MemberRole? { roles[member] }

    mutating func follow(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome), .reconnected(let welcome, _):
            roles = [:]
            take(welcome.members)
        case .joined(let info, _), .changed(let info, _): take([info])
        case .left(let info, _): roles[info.id] = nil
        case .members(let members, _): take(members)
        case .presence(let presence):
            take(presence.joined + presence.changed)
            for id in presence.left { roles[id] = nil }
        default: break
        }
    }

    private mutating func take(_ members: [MemberInfo]) {
        for member in members { roles[member.id] = member.role }
    }
}
