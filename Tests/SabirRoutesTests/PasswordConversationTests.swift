import NIOCore
import NIOPosix
import SabirClient
import SabirSecurity
import SabirProtocol
import Testing

@testable import SabirNode

/// Rooms with a password, over real sockets and real scrypt, and whoever stands between. One after the other: each works
/// scrypt out on a thread that the others' handshakes, which have five seconds, would wait for.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PasswordConversationTests {
    private static let password = "correct horse battery"
    private let folder = PinFolder()
    private let certificate: NodeCertificate
    private let verifier: PasswordVerifier
    /// Worked out once: a second of one of two cores, which the other tests' peers would wait for.
    private static let stored = Result {
        try PasswordVerifier(
            try Password(password), cost: PasswordCost(rounds: 1 << 14, blockSize: 8, parallelism: 1))
    }

    init() throws {
        certificate = try NodeCertificate()
        verifier = try Self.stored.get()
    }

    private func host() async throws -> SecureHost {
        try await SecureHost.open(
            certificate,
            passwordVerification: StoredPasswordVerification(verifier: verifier, certificate: certificate.fingerprint))
    }

    private func guest(
        _ host: SecureHost, _ text: String? = Self.password, by route: (any RoomRoute)? = nil
    ) throws -> SecureGuest {
        try SecureGuest(
            .invite(try host.invite(by: certificate)), in: folder.path, by: route,
            password: try text.map { try Password($0) })
    }

    private func code(_ result: Result<Welcome, WireFault>) -> ErrorCode? {
        guard case .failure(let fault) = result else { return nil }
        return fault.code
    }

    @Test func whoKnowsItComesInAndTheHostShowsThatItKnowsItToo() async throws {
        let host = try await host()
        let guest = try guest(host)
        #expect(try await guest.joins().get().proof?.utf8.count == 43)
        #expect(await guest.says("good morning")?.text == "good morning")
        await guest.leaves()
        await host.server.close()
    }

    @Test func whoDoesNotKnowItDoesNot() async throws {
        let host = try await host()
        #expect(code(await (try guest(host, "another horse")).joins()) == .authFailed)
        #expect(code(await (try guest(host, nil)).joins()) == .authRequired)
        #expect(await host.hosted.facts.n == 0)
        await host.server.close()
    }

    @Test func atAFirstContactNothingIsAskedAndNothingSaid() async throws {
        let host = try await host()
        let guest = try SecureGuest(
            .address(host.address, room: nil), in: folder.path, password: try Password(Self.password))
        guard case .failure(let fault) = await guest.joins() else {
            Issue.record("it was let in")
            return
        }
        #expect(fault.code == .untrusted && fault.reason.contains("sabir invite"))
        await host.server.close()
    }

    @Test func anEarlierVisitVouchesForTheHost() async throws {
        let host = try await host()
        try await folder.knows(certificate, at: host.address)
        let guest = try SecureGuest(
            .address(host.address, room: nil), in: folder.path, password: try Password(Self.password))
        _ = try await guest.joins().get()
        await host.server.close()
    }

    /// The guest has taken the man in the middle for its host at an earlier visit, and proves the password to him: what
    /// he passes on holds for his certificate and not for the host's.
    @Test func aProofThroughAnothersCertificateOpensNothing() async throws {
        let host = try await host()
        let middleman = try await Middleman(before: host)
        try await folder.knows(middleman.certificate)
        let guest = try SecureGuest(
            .room("Reception"), in: folder.path,
            by: FixedRoute(Destination(middleman.address, room: SecureHost.room.id)),
            password: try Password(Self.password))
        #expect(code(await guest.joins()) == .authFailed)
        #expect(middleman.heard.contains(#""type":"proof""#), "he did get one")
        #expect(!middleman.heard.contains(Self.password))
        #expect(await host.hosted.facts.n == 0)
        await host.server.close()
    }

    @Test func withAnInviteAMiddlemanGetsNoProof() async throws {
        let host = try await host()
        let middleman = try await Middleman(before: host)
        let route = FixedRoute(Destination(middleman.address, room: SecureHost.room.id))
        let guest = try guest(host, by: route)
        #expect(code(await guest.joins()) == .untrusted)
        #expect(!middleman.heard.contains("auth\":") && !middleman.heard.contains(#""type":"proof""#))
        await host.server.close()
    }

    // MARK: A node that stands in for the room's host

    /// Another node of the room, with a certificate and a verifier of its own.
    private func standIn(_ grant: Grant?, _ own: NodeCertificate) async throws -> SecureHost {
        try await SecureHost.open(
            own, grant: grant,
            passwordVerification: StoredPasswordVerification(verifier: verifier, certificate: own.fingerprint))
    }

    private func grant(to own: NodeCertificate, by signer: NodeCertificate) throws -> Grant {
        try Grant(room: SecureHost.room.id, to: own.fingerprint, until: WireInteger.largest / 2, by: signer)
    }

    @Test func aNodeWithTheHostsLeaveIsProvedThePassword() async throws {
        let own = try NodeCertificate()
        let node = try await standIn(try grant(to: own, by: certificate), own)
        let guest = try guest(node)
        #expect(try await guest.joins().get().proof?.utf8.count == 43)
        #expect(await guest.says("good morning")?.text == "good morning")
        await guest.leaves()
        let refused = await (try self.guest(node, "another horse")).joins()
        #expect(code(refused) == .authFailed, "\(refused)")
        #expect(code(await (try self.guest(node, nil)).joins()) == .authRequired)
        #expect(await node.hosted.facts.n == 0)
        await node.server.close()
    }

    /// It shows none, or one that another signed.
    @Test(arguments: [false, true]) func withoutTheHostsLeaveNobodyIsOfferedOne(_ isForged: Bool) async throws {
        let own = try NodeCertificate()
        let node = try await standIn(isForged ? try grant(to: own, by: try NodeCertificate()) : nil, own)
        guard case .failure(let fault) = await (try guest(node)).joins() else {
            Issue.record("it was let in")
            return
        }
        #expect(fault.code == .untrusted && !fault.reason.contains("Say hello"))
        #expect(await node.hosted.facts.n == 0)
        await node.server.close()
    }

    /// An impostor that does not know the password and lets everybody in.
    @Test func aHostThatLetsEverybodyInIsRefused() async throws {
        let host = try await SecureHost.open(certificate)
        #expect(code(await (try guest(host)).joins()) == .untrusted)
        await host.server.close()
    }

    @Test func aDeviceOfTheNodesOwnNeedsNone() async throws {
        let host = try await host()
        await host.hosted.exempt(SecureGuest.secret)
        _ = try await (try guest(host, nil)).joins().get()
        await host.server.close()
    }

    @Test func membersOfThisProcessAreJudgedHere() async throws {
        let host = try await host()
        try await host.hosted.admit(Self.password, from: "10.0.0.5")
        await #expect(throws: WireFault.self) { try await host.hosted.admit("another horse", from: "10.0.0.6") }
        await #expect(throws: WireFault.self) { try await host.hosted.admit("", from: "10.0.0.6") }
        await host.server.close()
    }
}
