import NIOCore
import NIOPosix
import SabirClient
import SabirRoom
import SabirSecurity
import SabirProtocol
import Testing

@testable import SabirNode

/// Guests, hosts and whoever stands between them, over real sockets.
@Suite(.timeLimit(.minutes(2))) struct TLSConversationTests {
    private let folder = PinFolder()

    private func reason(_ result: Result<Welcome, WireFault>) throws -> String {
        guard case .failure(let fault) = result else { throw WireFault(.unreachable, "the guest was let in") }
        return fault.reason
    }

    // MARK: As it should be

    @Test func peopleTalkAndTheHostIsRemembered() async throws {
        let certificate = try NodeCertificate()
        let host = try await SecureHost.open(certificate)
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path)
        _ = try await guest.joins().get()
        #expect(await guest.says("good morning")?.text == "good morning")
        #expect(try await folder.keeps().certificate == certificate.fingerprint)
        await guest.leaves()
        await host.server.close()
    }

    /// Or a guest that is killed now, and repeats what it said, would be a stranger who uses another's id.
    @Test func whoIsMetIsKnownByTheTimeAnythingIsSaid() async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path)
        _ = try await guest.joins().get()
        #expect(try PinStore(folder: folder.path).read()[room: SecureHost.room.id] != nil)
        await guest.leaves()
        await host.server.close()
    }

    @Test func theGoodbyeOfAHostArrives() async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path)
        _ = try await guest.joins().get()
        await host.server.close()
        #expect(await guest.losesTheHost() == "The room is closing.")
    }

    // MARK: One with TLS, one without

    @Test func aGuestWithoutTLSIsToldWhy() async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path, tls: false)
        #expect(try reason(await guest.joins()).contains("over TLS only"))
        await host.server.close()
    }

    @Test func aGuestWithTLSNeverFallsBack() async throws {
        let host = try await SecureHost.open(nil)
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path)
        #expect(try reason(await guest.joins()).contains("talks without TLS"))
        #expect(try PinStore(folder: folder.path).read() == Pins())
        await host.server.close()
    }

    /// In the clear it would be taken for a host without TLS, and who asks would be advised to join without.
    @Test func aFullHostSaysSoOverTLS() async throws {
        var limits = ConnectionLimits(connections: 0)
        // A handshake may take seconds on a machine that is busy with other tests.
        limits.patienceWithRefused = .minutes(1)
        let host = try await SecureHost.open(try NodeCertificate(), limits: limits)
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path)
        let told = try reason(await guest.joins())
        #expect(told.contains("as many connections"), "\(told)")
        #expect(!told.contains("without TLS"), "\(told)")
        await host.server.close()
    }

    // MARK: Somebody in between

    /// What trust on first use cannot do: who answers first is believed.
    @Test func atAFirstContactWithoutInviteAMiddlemanReadsAlong() async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        let middleman = try await Middleman(before: host)
        let guest = try SecureGuest(.address(middleman.address, room: nil), in: folder.path)
        _ = try await guest.joins().get()
        _ = await guest.says("good morning")
        #expect(middleman.heard.contains("good morning"))
        // But the secret that a lasting device has is kept for hosts that something vouches for.
        #expect(!middleman.heard.contains(SecureGuest.secret))
        #expect(try await folder.keeps().certificate == middleman.certificate.fingerprint)
        await host.server.close()
    }

    /// So that the tests around this one can fail: what passes to a host that an invite names can be overheard there.
    @Test func aHostThatAnInviteNamesLearnsTheDevice() async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        let named = try await Middleman(before: host)
        let invite = try host.invite(by: named.certificate)
        let guest = try SecureGuest(
            .invite(invite), in: folder.path, by: FixedRoute(Destination(named.address, room: invite.room)))
        _ = try await guest.joins().get()
        #expect(named.heard.contains(SecureGuest.secret))
        await host.server.close()
    }

    @Test func withAnInviteAMiddlemanLearnsNothing() async throws {
        let certificate = try NodeCertificate()
        let host = try await SecureHost.open(certificate)
        let middleman = try await Middleman(before: host)
        let invite = try host.invite(by: certificate)
        let guest = try SecureGuest(
            .invite(invite), in: folder.path,
            by: FixedRoute(Destination(middleman.address, room: invite.room)))
        #expect(try reason(await guest.joins()).contains("not who the invite names"))
        #expect(SecureGuest.words.allSatisfy { !middleman.heard.contains($0) })
        await host.server.close()
    }

    @Test func withAPinAMiddlemanLearnsNothing() async throws {
        let certificate = try NodeCertificate()
        let host = try await SecureHost.open(certificate)
        let middleman = try await Middleman(before: host)
        try await folder.knows(certificate)
        let guest = try SecureGuest(
            .room("Reception"), in: folder.path,
            by: FixedRoute(Destination(middleman.address, room: SecureHost.room.id)))
        let why = try reason(await guest.joins())
        #expect(why.hasSuffix("--accept \(middleman.certificate.fingerprint)"))
        #expect(middleman.heard.contains("asks"), "What passes can be overheard there.")
        #expect(SecureGuest.words.allSatisfy { !middleman.heard.contains($0) })
        await host.server.close()
    }

    @Test func anAddressJoinedBeforeIsKnownToo() async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        try await folder.knows(try NodeCertificate(), at: host.address)
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path)
        #expect(try reason(await guest.joins()).contains("another certificate"))
        await host.server.close()
    }

    /// A second node announces the same room under another key, and answers first.
    @Test func anImpostorDoesNotKeepAGuestFromTheHost() async throws {
        let certificate = try NodeCertificate()
        let host = try await SecureHost.open(certificate)
        let impostor = try await SecureHost.open(try NodeCertificate())
        try await folder.knows(certificate)
        let guest = try SecureGuest(
            .room("Reception"), in: folder.path,
            by: SeveralRoutes([impostor, host].map { Destination($0.address, room: SecureHost.room.id) }))
        _ = try await guest.joins().get()
        _ = await guest.says("good morning")
        #expect(await host.hosted.facts.seq == 1)
        #expect(await impostor.hosted.facts.seq == 0)
        await host.server.close()
        await impostor.server.close()
    }

    @Test func anAnnouncementThatDiffersFromTheHostIsASign() async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        let announced = try NodeCertificate().fingerprint.description
        let guest = try SecureGuest(
            .room("Reception"), in: folder.path,
            by: FixedRoute(Destination(host.address, room: SecureHost.room.id, certificate: announced)))
        #expect(try reason(await guest.joins()).contains("announced with another certificate"))
        await host.server.close()
    }

    // MARK: A node that stands in

    @Test func aGrantOpensTheRoomAndBringsTheOwnPlaceBack() async throws {
        let (first, other) = (try NodeCertificate(), try NodeCertificate())
        let grant = try Grant(room: SecureHost.room.id, to: other.fingerprint, until: WireInteger.largest, by: first)
        let relay = try await SecureHost.open(other, grant: grant)
        try await folder.knows(first)
        let guest = try SecureGuest(
            .room("Reception"), in: folder.path,
            by: FixedRoute(Destination(relay.address, room: SecureHost.room.id)))
        _ = try await guest.joins().get()
        #expect(await guest.says("through the relay") != nil)
        let pin = try await folder.keeps()
        #expect(pin.certificate == first.fingerprint)
        await relay.server.close()
    }

    @Test(arguments: [true, false])
    func aGrantThatDoesNotHoldIsNone(_ isExpired: Bool) async throws {
        let (first, other) = (try NodeCertificate(), try NodeCertificate())
        let grant = try Grant(
            room: SecureHost.room.id, to: other.fingerprint, until: isExpired ? 1 : WireInteger.largest,
            by: isExpired ? first : other)
        let relay = try await SecureHost.open(other, grant: grant)
        try await folder.knows(first)
        let guest = try SecureGuest(
            .room("Reception"), in: folder.path,
            by: FixedRoute(Destination(relay.address, room: SecureHost.room.id)))
        #expect(try reason(await guest.joins()).contains(isExpired ? "ran out" : "another certificate"))
        await relay.server.close()
    }

    // MARK: What is no TLS

    @Test(arguments: [
        [0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5], [0x16] + [UInt8](repeating: 0xFF, count: 65_536),
        [0x80, 0x2E, 1], Array("GET / HTTP/1.1\r\n\r\n".utf8), [0, 0, 0, 2, 0x7B, 0x7D],
    ])
    func garbageEndsItsOwnConnectionAlone(_ bytes: [UInt8]) async throws {
        let host = try await SecureHost.open(try NodeCertificate())
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: host.port).get()
        try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        try await channel.closeFuture.get()
        let guest = try SecureGuest(.address(host.address, room: nil), in: folder.path)
        _ = try await guest.joins().get()
        await host.server.close()
    }

    /// The time for the hello is the time for the handshake too, however it is dragged out.
    @Test(arguments: [[], [0x16], [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]] as [[UInt8]])
    func aHandshakeThatDragsOnIsEnded(_ beginning: [UInt8]) async throws {
        let host = try await SecureHost.open(try NodeCertificate(), patienceWithHello: .seconds(1))
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: host.port).get()
        try await channel.writeAndFlush(ByteBuffer(bytes: beginning))
        try await channel.closeFuture.get()
        await host.server.close()
    }
}

/// Several ways, in this order.
private struct SeveralRoutes: RoomRoute {
    let all: [Destination]

    init(_ all: [Destination]) { self.all = all }

    func destinations() async throws(RouteError) -> [Destination] { all }
}
