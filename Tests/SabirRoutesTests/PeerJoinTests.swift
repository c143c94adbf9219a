import Foundation
import NIOCore
import NIOPosix
import SabirClient
import SabirConfiguration
import SabirDiscovery
import SabirRoom
import SabirSecurity
import SabirProtocol
import Testing

@testable import SabirNode

/// A room that no announcement tells of, found at a peer and entered, over real sockets.
@Suite(.timeLimit(.minutes(1))) struct PeerJoinTests {
    private let folder = NSTemporaryDirectory() + "sabir-peer-\(UUID().uuidString)"

    private func finder(_ peers: [NodeAddress], plaintext: Bool = false, for relay: String? = nil) -> RoomFinder {
        var settings = DiscoverySettings()
        settings.mdns = false
        settings.peers = peers
        return RoomFinder(settings, plaintext: plaintext, for: relay, logger: quiet)
    }

    private func host(_ certificate: NodeCertificate?) async throws -> SecureHost {
        let host = try await SecureHost.open(certificate)
        await host.server.introduce(NodeIntroduction(id: "node-1", name: "North desk"))
        return host
    }

    private var deadPeer: NodeAddress {
        get async throws {
            let host = try await SecureHost.open(nil)
            await host.server.close()
            return host.address
        }
    }

    @Test func aRoomIsFoundAtAPeerByItsNameAndEnteredOverTLS() async throws {
        let certificate = try NodeCertificate()
        let host = try await host(certificate)
        let finder = finder([try await deadPeer, host.address])
        let outcome = try await finder.rooms(for: .seconds(5))
        #expect(outcome.rooms.map(\.record.fingerprint) == [certificate.fingerprint.description])
        #expect(outcome.silent.count == 1)
        let target = try JoinTarget("reception")
        let guest = try SecureGuest(target, in: folder, by: target.route(by: finder, logger: quiet))
        let welcome = try await guest.joins().get()
        #expect(welcome.room.id == SecureHost.room.id)
        await guest.room.leave()
        await host.server.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test func aPeerThatTakesLongerThanTheSearchIsNamed() async throws {
        let mute = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let peer = NodeAddress(host: "127.0.0.1", port: try #require(mute.localAddress?.port))
        let outcome = try await finder([peer]).rooms(for: .milliseconds(100))
        #expect(outcome.silent.map(\.english) == ["\(peer) does not say which rooms it has."])
        try await mute.close()
    }

    @Test func aRoomIsFoundByItsIdUnderAnotherNameAndASearchForNoRoomEnds() async throws {
        let host = try await host(nil)
        let finder = finder([host.address], plaintext: true)
        let renamed = try await finder.find("Elsewhere", or: SecureHost.room.id, within: .seconds(30))
        #expect(renamed.rooms.map(\.id) == [SecureHost.room.id])
        let other = try await finder.find("Elsewhere", within: .milliseconds(200))
        #expect(!other.rooms.contains { $0.answers(to: "Elsewhere") })
        await host.server.close()
    }

    @Test func withoutTLSThePeerIsAskedWithout() async throws {
        let host = try await host(nil)
        #expect(try await finder([host.address], plaintext: true).rooms(for: .seconds(5)).rooms.count == 1)
        let outcome = try await finder([host.address]).rooms(for: .seconds(5))
        #expect(outcome.rooms.isEmpty && outcome.silent.first?.english.contains("without TLS") == true, "\(outcome)")
        await host.server.close()
    }

    @Test func aRelayDoesNotFindItself() async throws {
        let host = try await host(nil)
        for (relay, count) in [("node-1", 0), ("node-2", 1)] {
            let finder = finder([host.address], plaintext: true, for: relay)
            #expect(try await finder.find("Reception", within: .seconds(30)).rooms.count == count)
        }
        await host.server.close()
    }

    @Test func aRelayThatHasFoundTheHostDoesNotGoOverToAnotherRelay() async {
        func announced(by node: String, hops: Int?) -> DiscoveredRoom {
            let record = RoomRecord(
                id: SecureHost.room.id, node: node, relay: hops.map { RoomRecord.Relay(via: node, hops: $0) })
            return DiscoveredRoom(name: "Reception", host: node, addresses: [], port: 1, record: record, peer: nil)
        }
        let route = DiscoveredRoute("Reception", by: finder([], for: "East"), logger: quiet)
        let (host, near, far) = (
            announced(by: "host", hops: nil), announced(by: "near", hops: 1), announced(by: "far", hops: 2)
        )
        func found(_ rooms: [DiscoveredRoom]) async -> [String] {
            await route.nearest(among: rooms, of: SecureHost.room.id).map(\.record.node)
        }
        #expect(await found([far, near]) == ["near"], "It may follow one that is nearer.")
        #expect(await found([far]).isEmpty)
        #expect(await found([near, host]) == ["host"])
        #expect(await found([near]).isEmpty)
    }

    @Test func whereNoPeerHasTheRoomTheSilentOnesAreNamed() async throws {
        let dead = try await deadPeer
        let route = DiscoveredRoute("Reception", by: finder([dead]), logger: quiet)
        let error = await #expect(throws: RouteError.self) { try await route.destinations() }
        #expect(error?.description.hasPrefix("No room \"Reception\" was found") == true)
        #expect(error?.description.hasSuffix("No connection to \(dead): connection refused.") == true)
    }

    @Test func withoutAnyWayToLookThatIsSaid() async throws {
        let error = await #expect(throws: RouteError.self) {
            try await finder([]).find("Reception", within: .seconds(5))
        }
        #expect(error?.description.contains("mdns = false") == true)
    }
}
