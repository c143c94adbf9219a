import NIOCore
import SabirProtocol

/// Who left a short while ago: whoever makes trouble and closes the page is still within reach of staff. Bounded in
/// number and in time.
struct Departures: Sendable {
    static let capacity = 100
    static let kept = TimeAmount.hours(8)

    private struct Departure {
        let member: Member
        let at: NIODeadline
    }

    /// In the order in which they left.
    private var departures: [Departure] = []

    subscript(number: MemberNumber) -> Member? { departures.last { $0.member.number == number }?.member }

    /// Of staff and relays nothing is kept: no act is for them.
    mutating func add(_ member: Member, now: NIODeadline) {
        departures.removeAll { $0.member.number == member.number || now - $0.at >= Self.kept }
        guard member.info.role == nil else { return }
        if departures.count >= Self.capacity { departures.removeFirst() }
        departures.append(Departure(member: member, at: now))
    }

    mutating func forget() { departures = [] }

    /// The newest first.
    func list(now: NIODeadline) -> [(member: Member, at: NIODeadline)] {
        departures.reversed().filter { now - $0.at < Self.kept }.map { ($0.member, $0.at) }
    }
}

/// Those whom staff can act upon though they are not in the room.
package struct Absentees: Hashable, Sendable {
    package struct Gone: Hashable, Sendable {
        package let info: MemberInfo
        /// Milliseconds since 1970.
        package let since: Int
    }

    package struct Muted: Hashable, Sendable {
        /// What its member was: by this it is let write again.
        package let member: MemberID
        /// What it was called then.
        package let name: String
    }

    /// Who left within the last hours, the newest first, and is not kept out.
    package let gone: [Gone]
    /// Who is muted and not here, the newest first.
    package let muted: [Muted]
}

extension RoomState {
    /// The member, in the room or gone a short while ago.
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
