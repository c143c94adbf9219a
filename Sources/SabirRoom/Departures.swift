import NIOCore
import SabirProtocol

/// Members who left a short while ago: somebody who makes trouble and closes the page stays within reach of staff.
/// Bounded by number and time.
struct Departures: Sendable {
    static let capacity = 100
    static let kept = TimeAmount.hours(8)

    /// In the order of leaving.
    private var departures: [(member: Member, at: NIODeadline)] = []

    subscript(number: MemberNumber) -> Member? { departures.last { $0.member.number == number }?.member }

    /// Adds a member who left. Staff and relays are left out, as no act concerns them.
    mutating func add(_ member: Member, now: NIODeadline) {
        departures.removeAll { $0.member.number == member.number || now - $0.at >= Self.kept }
        guard member.info.role == nil else { return }
        if departures.count >= Self.capacity { departures.removeFirst() }
        departures.append((member, now))
    }

    mutating func forget() { departures = [] }

    /// All departures, the newest first.
    func list(now: NIODeadline) -> [(member: Member, at: NIODeadline)] {
        departures.reversed().filter { now - $0.at < Self.kept }
    }
}

/// People whom staff can act upon although they are not in the room.
package struct Absentees: Hashable, Sendable {
    package struct Gone: Hashable, Sendable {
        package let info: MemberInfo
        /// Milliseconds since 1970.
        package let since: Int
    }

    package struct Muted: Hashable, Sendable {
        /// The member id that the device had last; staff unmute by it.
        package let member: MemberID
        /// The name that the device had last.
        package let name: String
    }

    /// People who left within the last hours and are not banned, the newest first.
    package let gone: [Gone]
    /// Muted people who are not in the room, the newest first.
    package let muted: [Muted]
}

extension RoomState {
    /// The member with this id, in the room or gone a short while ago.
    func known(_ id: MemberID) -> Member? {
        MemberNumber(id).flatMap { roster[$0] ?? departures[$0] }
    }

    func absentees(now: NIODeadline, wall: Int) -> Absentees {
        let gone = departures.list(now: now).filter { roster[$0.member.number] == nil }
        let muted = moderation.mutes.reversed().compactMap { mute -> Absentees.Muted? in
            guard mute.number.map({ roster[$0] == nil }) ?? true, let member = mute.member, let name = mute.name else {
                return nil
            }
            return Absentees.Muted(member: member, name: name)
        }
        return Absentees(
            gone: gone.compactMap { member, at in
                guard moderation.ban(of: member.info.id, now: now) == nil else { return nil }
                return Absentees.Gone(info: member.info, since: wall - Int((now - at).nanoseconds / 1_000_000))
            }, muted: muted)
    }
}
