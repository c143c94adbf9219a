import SabirProtocol
import Synchronization
import Testing

@testable import SabirCluster

/// When a node asks anew for the grant of a room's first host. The clock is moved by hand.
@Suite struct GrantLifeTests {
    @Test func aGrantIsAskedForAtHalfItsLifeAndNotBefore() {
        let day = 86_400_000
        let grant = Grant(certificate: "c", expires: 90 * day, signature: "s")
        #expect(!grant.isDue(now: 0) && !grant.isDue(now: 44 * day))
        #expect(grant.isDue(now: 45 * day) && !grant.hasEnded(now: 45 * day))
        #expect(!grant.hasEnded(now: 90 * day - 1) && grant.hasEnded(now: 90 * day))
    }
}

@Suite struct KeptGrantTests {
    @Test(arguments: [0, 1, 8]) func isReadAsItWasWritten(_ handovers: Int) {
        let grant = Grant(
            certificate: "c", expires: 7, signature: "s",
            handovers: (0..<handovers).map { Handover(certificate: "o", to: "t\($0)", since: $0, signature: "z") })
        #expect(ClusterRoom.grant(Array(ClusterRoom.text(grant).utf8)) == grant)
    }

    @Test func brokenIsNone() {
        let many = "c 7 s" + String(repeating: " o t 1 z", count: 9)
        for text in ["", "c 7", "c x s", "c 7 s o", "c 7 s o t x z", many] {
            #expect(ClusterRoom.grant(Array(text.utf8)) == nil, "\(text)")
        }
    }
}

import Foundation

extension ClusterRoomTests {
    /// A grant that the cluster keeps ends once; nodes ask the first host again before that, and it alone answers.
    @Test func aKeptGrantIsRenewedByTheFirstHostAtHalfItsLife() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let (id, day) = (UUID().uuidString.lowercased(), 86_400_000)
        let clock = HandClock()
        func sign(as name: String) -> ClusterRoom.Signer {
            { _ in Grant(certificate: name, expires: clock.now + Grant.life, signature: "s") }
        }
        let first = try await Node(servers, room: id, sign: sign(as: "f0"))
        await first.record.wait { $0.isFollowing }
        let other = try await Node(servers, room: id, first: 1, sign: sign(as: "f1"))
        let third = try await Node(servers, room: id, first: 2, sign: sign(as: "f2"))
        for node in [other, third] { await node.record.wait { $0.isFollowing } }
        func asked() async -> Grant? {
            await third.room.grant(for: "f2", now: clock.now) { $0.certificate == $1 }
        }
        // As a node does, again for as long as servers and the first host have not heard of one another.
        func granted() async -> Grant? {
            while !Task.isCancelled { if let grant = await asked() { return grant } }
            return nil
        }
        #expect(await granted()?.expires == 90 * day)
        clock.moves(by: 44 * day)
        #expect(await granted()?.expires == 90 * day, "It is kept in the cluster.")
        clock.moves(by: 2 * day)
        #expect(await granted()?.expires == 136 * day, "It is past half its life.")
        clock.moves(by: 100 * day)
        #expect(await granted()?.expires == 236 * day, "What has ended is no answer.")
        await first.cluster.close()
        clock.moves(by: 46 * day)
        #expect(await granted()?.expires == 236 * day, "While the first host is away the kept one holds.")
        clock.moves(by: 50 * day)
        #expect(await asked() == nil, "Another node's word is none.")
        for node in [other, third] { await node.cluster.close() }
    }
}

/// Milliseconds since 1970, as it is told.
private final class HandClock: Sendable {
    private let time = Mutex(0)

    var now: Int { time.withLock { $0 } }

    func moves(by milliseconds: Int) { time.withLock { $0 += milliseconds } }
}
