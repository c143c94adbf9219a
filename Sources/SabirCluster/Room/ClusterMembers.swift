import SabirProtocol
import Synchronization

/// The members at this node, as the cluster is told: all of them, at every change. Used on the room's event loop alone;
/// the lock is there since the room's authority may be called from any thread.
final class ClusterMembers: Sendable {
    private let members = Mutex<[MemberID: MemberHere]>([:])

    /// Applies a change and returns all members, by id.
    func update(with presence: PresenceHere) -> [MemberHere] {
        members.withLock { members in
            switch presence {
            case .all(let all): members = Dictionary(all.map { ($0.info.id, $0) }) { $1 }
            case .joined(let member), .changed(let member): members[member.info.id] = member
            case .left(let id): members[id] = nil
            }
            return members.values.sorted { $0.info.id < $1.info.id }
        }
    }
}
