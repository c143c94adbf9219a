import SabirRooms
import SabirWire
import Synchronization

/// Who is in a room at this node, as the cluster is told: everybody, at every change. Fed on the room's event loop
/// alone; the lock is there since the room's authority may be called from anywhere.
final class ClusterMembers: Sendable {
    private let members = Mutex<[MemberID: MemberInfo]>([:])

    /// Everybody after it, by id.
    func take(_ presence: PresenceHere) -> [MemberInfo] {
        members.withLock { members in
            switch presence {
            case .all(let all): members = Dictionary(all.map { ($0.info.id, $0.info) }) { $1 }
            case .joined(let member), .changed(let member): members[member.info.id] = member.info
            case .left(let id): members[id] = nil
            }
            return members.values.sorted { $0.id < $1.id }
        }
    }
}
