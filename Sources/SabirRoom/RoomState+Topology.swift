import NIOCore
import SabirProtocol

/// The nodes that carry the room, and how far each is, as far as this node knows.
extension RoomState {
    func topology(authority: RoomTopology.Authority, now: NIODeadline) -> RoomTopology {
        let here = roster.all.count { $0.whereabouts == .here && !$0.joinContext.isRelay }
        return RoomTopology(
            authority: authority, here: here, member: selfElsewhere, up: upstream?.isUp,
            since: upstream?.isUp == false ? upstream?.link?.since : nil, held: upstream?.held.count,
            behind: upstream?.behind, relays: relayStatuses(now))
    }

    /// What this node reports to the node that it follows.
    func replicationStatus(now: NIODeadline) -> ReplicationStatus {
        ReplicationStatus(seq: timeline.newest, held: upstream?.held.count ?? 0, relays: relayStatuses(now))
    }

    /// Each relay, followed by those behind it; the lost ones last.
    private func relayStatuses(_ now: NIODeadline) -> [RelayStatus] {
        let present = relays.all.flatMap { relay in
            let behind = relay.progress.behind(newest: timeline.newest, now: now)
            let own = RelayStatus(
                member: relay.number.id, up: true, carries: relay.carries, behind: behind,
                held: relay.progress.status?.held)
            return [own] + statuses(behind: relay, by: behind)
        }
        return Array((present + relays.gone).prefix(ReplicationStatus.most))
    }

    /// The relays that follow this one, directly or in chains, as it reports them.
    private func statuses(behind relay: Relays.Relay, by lag: Int?) -> [RelayStatus] {
        (relay.progress.status?.relays ?? []).compactMap { told in
            guard let number = MemberNumber(told.member) else { return nil }
            if let member = roster[number], member.whereabouts != .behind(relay.number) { return nil }
            var further = told
            further.via = told.via ?? relay.number.id
            further.behind = told.behind.flatMap { own in lag.map { min($0 + own, WireInteger.largest) } }
            return further
        }
    }
}
