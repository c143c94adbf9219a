import SabirClient
import SabirProtocol
import SabirSecurity
import Testing

@testable import SabirNode

/// A host that has a new key, and those who come to it.
@Suite struct HandoverConversationTests {
    private let first: NodeCertificate
    private let now: NodeCertificate
    private let folder = PinFolder()

    init() throws {
        first = try NodeCertificate()
        now = try first.successor(in: [SecureHost.room.id], now: 1).successor(in: [SecureHost.room.id], now: 2)
    }

    private func open(_ certificate: NodeCertificate, grant: Grant? = nil) async throws -> SecureHost {
        try await SecureHost.open(certificate, grant: grant ?? certificate.ownGrant(in: SecureHost.room.id))
    }

    private func guest(_ host: SecureHost) throws -> SecureGuest {
        try SecureGuest(
            .room("Reception"), in: folder.path,
            by: FixedRoute(Destination(host.address, room: SecureHost.room.id)))
    }

    /// Joins, says something, and waits until the pin is the one expected.
    private func follows(_ guest: SecureGuest) async throws {
        _ = try await guest.joins().get()
        #expect(await guest.says("good morning") != nil)
        await guest.leaves()
        #expect(try await folder.keeps().certificate == now.fingerprint)
    }

    @Test func aGuestWhoKnewTheOldKeyFollows() async throws {
        let host = try await open(now)
        try await folder.knows(first)
        for _ in 1...2 { try await follows(try guest(host)) }
        await host.server.close()
    }

    @Test func aNewcomerPinsTheNewKey() async throws {
        let host = try await open(now)
        try await follows(try guest(host))
        await host.server.close()
    }

    @Test func anInviteFromBeforeStillLeadsThere() async throws {
        let host = try await open(now)
        let invite = try host.invite(by: first)
        for _ in 1...2 {
            try await follows(try SecureGuest(.invite(invite), in: folder.path))
        }
        await host.server.close()
    }

    @Test func aRelayWithTheNewKeysGrantLeadsThere() async throws {
        let own = try NodeCertificate()
        let grant = try #require(RelayGrant.maker(now)(SecureHost.room.id, own.fingerprint.description))
        let relay = try await open(own, grant: grant)
        try await folder.knows(first)
        try await follows(try guest(relay))
        await relay.server.close()
    }

    /// It says that the old key handed over to it; a stranger signed that.
    @Test func aForgedHandoverIsRefused() async throws {
        let posing = try NodeCertificate().successor(in: [SecureHost.room.id], now: 1)
        let host = try await open(posing)
        try await folder.knows(first)
        guard case .failure(let fault) = await (try guest(host)).joins() else {
            Issue.record("it was let in")
            return
        }
        #expect(fault.code == .untrusted && fault.reason.contains("another certificate"))
        #expect(try await folder.keeps().certificate == first.fingerprint)
        #expect(await host.hosted.facts.n == 0)
        await host.server.close()
    }
}
