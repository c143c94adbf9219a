import NIOCore
import SabirWire

/// How the room is carried, as far as this node knows.
extension RoomState {
    func topology(authority: RoomTopology.Authority, now: NIODeadline) -> RoomTopology {
        let here = roster.numbers.count { number in
            roster[number].map { $0.whereabouts == .here && !$0.arrival.isRelay } ?? false
        }
        var topology = RoomTopology(authority: authority, seq: log.newest, here: here, relays: relayStandings(now))
        guard let following else { return topology }
        topology.member = selfElsewhere
        topology.up = following.isUp
        topology.since = following.isUp ? nil : following.link?.since
        topology.held = following.held.count
        topology.behind = following.isUp ? following.behind : nil
        return topology
    }

    /// What this node tells the one that it follows.
    func standing(now: NIODeadline) -> Standing {
        Standing(seq: log.newest, held: following?.held.count ?? 0, relays: relayStandings(now))
    }

    /// Each relay and, right after it, those behind it; the lost ones last.
    private func relayStandings(_ now: NIODeadline) -> [RelayStanding] {
        let present = relays.all.flatMap { relay in
            let behind = relay.progress.behind(newest: log.newest, now: now)
            let own = RelayStanding(
                member: relay.number.id, up: true, carries: relay.carries, behind: behind,
                held: relay.progress.standing?.held)
            return [own] + standings(behind: relay, by: behind)
        }
        let gone = relays.gone.map { RelayStanding(member: $0.number.id, name: $0.name, up: false, since: $0.since) }
        return Array((present + gone).prefix(Standing.most))
    }

    /// What a relay says of those that follow it, and of no others.
    private func standings(behind relay: Relays.Relay, by lag: Int?) -> [RelayStanding] {
        (relay.progress.standing?.relays ?? []).compactMap { told in
            guard let number = MemberNumber(told.member) else { return nil }
            if let member = roster[number], member.whereabouts != .behind(relay.number) { return nil }
            var further = told
            further.via = told.via ?? relay.number.id
            further.behind = told.behind.flatMap { own in lag.map { min($0 + own, WireInteger.largest) } }
            return further
        }
    }
}
