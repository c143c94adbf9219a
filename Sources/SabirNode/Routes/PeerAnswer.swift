import Logging
import NIOPosix
import SabirClient
import SabirDiscovery
import SabirProtocol
import SabirSecurity

/// What one peer says when it is asked for its rooms.
package struct PeerAnswer: Sendable {
    package let peer: NodeAddress
    /// Why there is none: a sentence.
    package let result: Result<[DiscoveredRoom], RouteError>

    /// Asks; bounded in time by `RoomsQuestion`. Who answers is not judged: what it says is a hint, as mDNS is.
    static func of(_ peer: NodeAddress, plaintext: Bool) async -> PeerAnswer {
        do throws(RouteError) {
            let security = plaintext ? nil : try anySecurity()
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let answer = try await RoomsQuestion.ask(peer, security: security, on: loop)
            return PeerAnswer(peer: peer, result: .success(rooms(answer, at: peer)))
        } catch {
            return PeerAnswer(peer: peer, result: .failure(error))
        }
    }

    package var rooms: [DiscoveredRoom] { (try? result.get()) ?? [] }

    /// Why it did not answer; nil where it did.
    package var silence: Sentence? {
        if case .failure(let error) = result { error.sentence } else { nil }
    }

    private static func anySecurity() throws(RouteError) -> any GuestSecurity {
        do { return try GuestProtection.unjudged() } catch { throw RouteError(error.sentence) }
    }

    /// Those that could stand in a TXT record; others are no rooms.
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
    /// Nil where it asks for something that this program does not know.
    fileprivate init?(_ room: RoomList.Room, of answer: RoomsQuestion.Answer) {
        guard let authentication = Authentication(rawValue: room.auth) else { return nil }
        let relay = room.via.map { Relay(via: $0, hops: room.hops ?? 0) }
        self.init(
            id: room.id, node: answer.list.node, authentication: authentication, fingerprint: answer.certificate,
            members: room.n, webPort: answer.list.web.flatMap(UInt16.init(exactly:)), relay: relay)
    }
}
