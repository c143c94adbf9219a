import Foundation
import SabirCore
import SabirProtocol
import Testing

@testable import SabirSecurity

@Suite struct HandoverTests {
    private static let room = "8f14e45f-ceea-467f-9575-11b1a2b2c3d4"

    @Test func ofAnotherImplementationLeads() throws {
        let vectors = try Vectors.read().handovers
        let (first, now) = (try #require(Fingerprint(vectors.first)), try #require(Fingerprint(vectors.now)))
        #expect(vectors.valid.leading(to: now) == vectors.valid)
        #expect(vectors.valid.lead(from: first, to: now))
        #expect(!vectors.valid.lead(from: now, to: first))
        #expect(!vectors.valid.lead(from: fingerprint(1), to: now))
    }

    @Test func forgedLeadsNowhere() throws {
        let vectors = try Vectors.read().handovers
        let (first, now) = (try #require(Fingerprint(vectors.first)), try #require(Fingerprint(vectors.now)))
        for (how, forged) in vectors.forged {
            #expect(!forged.lead(from: first, to: now), "\(how)")
        }
    }

    @Test func anyChangeTakesItsWorth() throws {
        let (old, new) = (try NodeCertificate(), fingerprint(1))
        let made = try Handover(from: old, to: new, now: 7)
        #expect([made].lead(from: old.fingerprint, to: new))
        let bytes = try #require(Base64URL.bytes(of: made.signature))
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            let forged = Handover(
                certificate: made.certificate, to: made.to, since: made.since, signature: Base64URL.text(of: changed))
            #expect(![forged].lead(from: old.fingerprint, to: new))
        }
    }

    /// One that leads back to itself ends.
    @Test func aCircleEnds() throws {
        let (one, other) = (try NodeCertificate(), try NodeCertificate())
        let circle = [
            try Handover(from: one, to: other.fingerprint, now: 1),
            try Handover(from: other, to: one.fingerprint, now: 2),
        ]
        #expect(circle.leading(to: one.fingerprint).count == 2)
        #expect(!circle.lead(from: fingerprint(1), to: one.fingerprint))
    }

    /// The file has the key and what earlier ones signed, in one.
    @Test func aNewKeyIsKeptWithWhatTheOldOneSigned() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-key-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try NodeCertificate.kept(in: folder)
        #expect(first.ownGrant(in: Self.room) == nil && first.earlier.isEmpty)
        let second = try first.successor(in: [Self.room.uppercased()], now: 7)
        try second.keep(in: folder)
        let kept = try #require(try NodeCertificate.existing(in: folder))
        #expect(kept.fingerprint == second.fingerprint && kept.earlier == [first.fingerprint])
        let grant = try #require(kept.ownGrant(in: Self.room))
        // Of a guest that knows nothing of hand-overs.
        #expect(grant.isValid(from: first.fingerprint, room: Self.room, for: second.fingerprint, now: 1 << 50))
        #expect(grant.isIssued(by: first.fingerprint))
        let other = try #require(kept.ownGrant(in: "another"))
        #expect(other.issuer == second.fingerprint && other.isIssued(by: first.fingerprint))
        // Where another key stands beside it, it is refused, and stays.
        let text = try String(contentsOfFile: folder + "/node.pem", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").last)
        #expect(throws: SecurityError.self) { try NodeCertificate(pem: first.pem + line + "\n") }
        #expect(throws: (any Error).self) { try NodeCertificate(pem: second.pem.dropLast(9) + "\n") }
    }

    @Test func eightAreKept() throws {
        var certificates = [try NodeCertificate()]
        for now in 1...10 { certificates.append(try certificates[now - 1].successor(in: [], now: now)) }
        let last = certificates[10]
        #expect(last.earlier == certificates[2..<10].map(\.fingerprint))
        let grant = try #require(last.ownGrant(in: Self.room))
        #expect(grant.isIssued(by: certificates[2].fingerprint) && !grant.isIssued(by: certificates[1].fingerprint))
        #expect(try NodeCertificate(pem: last.pem).earlier == last.earlier)
    }
}
