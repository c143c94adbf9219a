import NIOPosix
import SabirClient
import SabirDiscovery
import SabirProtocol
import SabirSecurity

/// One peer's answer when asked for its rooms.
package struct PeerAnswer: Sendable {
    package let peer: NodeAddress
    /// The rooms, or why there is no answer.
    package let result: Result<[DiscoveredRoom], RouteError>

    /// Asks a peer; bounded in time by `RoomsQuestion`. The peer is not authenticated: its answer is a hint, like mDNS.
    static func of(_ peer: NodeAddress, plaintext: Bool) async -> PeerAnswer {
        do {
            let security = plaintext ? nil : try GuestProtection.unjudged()
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let answer = try await RoomsQuestion.ask(peer, security: security, on: loop)
            return PeerAnswer(peer: peer, result: .success(rooms(answer, at: peer)))
        } catch {
            return PeerAnswer(peer: peer, result: .failure(RouteError(error)))
        }
    }

    package var rooms: [DiscoveredRoom] { (try? result.get()) ?? [] }

    /// Why the peer did not answer; nil if it did.
    package var silence: Sentence? {
        if case .failure(let error) = result { error.sentence } else { nil }
    }

    /// Rooms that would fit into a TXT record; others are ignored.
    static func rooms(_ answer: RoomsQuestion.Answer, at peer: NodeAddress) -> [DiscoveredRoom] {
        answer.list.rooms.compactMap { room in
            guard let record = RoomRecord(room, of: answer), (try? record.txt()) != nil else { return nil }
            let name = answer.list.name
            return DiscoveredRoom(
                name: room.name, host: name.isEmpty ? peer.host : name, addresses: [RoomAddress(ofPeer: peer.host)],
                port: UInt16(clamping: peer.port), record: record, peer: peer.description)
        }
    }
}

extension RoomRecord {
    /// The record of a room that a peer listed; nil if the room needs something that this program does not know.
    fileprivate init?(_ room: RoomList.Room, of answer: RoomsQuestion.Answer) {
        guard let authentication = Authentication(rawValue: room.auth) else { return nil }
        let relay = room.via.map { Relay(via: $0, hops: room.hops ?? 0) }
        self.init(
            id: room.id, node: answer.list.node, authentication: authentication, fingerprint: answer.certificate,
            members: room.n, webPort: answer.list.web.flatMap(UInt16.init(exactly:)), relay: relay)
    }
}
