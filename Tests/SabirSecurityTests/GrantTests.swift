import SabirCore
import SabirProtocol
import Testing

@testable import SabirSecurity

@Suite struct GrantTests {
    @Test func ofAnotherImplementationHolds() throws {
        let vectors = try Vectors.read().grants
        let (first, shown) = (try #require(Fingerprint(vectors.first)), try #require(Fingerprint(vectors.shown)))
        let grant = vectors.valid.grant
        #expect(grant.issuer == first)
        #expect(grant.isValid(from: first, room: vectors.room.uppercased(), for: shown, now: grant.expires - 1))
        #expect(!grant.isValid(from: first, room: vectors.room, for: shown, now: grant.expires))
    }

    @Test func forgedIsWorthNothing() throws {
        let vectors = try Vectors.read().grants
        let (first, shown) = (try #require(Fingerprint(vectors.first)), try #require(Fingerprint(vectors.shown)))
        for (how, forged) in vectors.forged {
            #expect(!forged.grant.isSigned(by: first, room: vectors.room, for: shown), "\(how)")
        }
    }

    @Test func madeHereHoldsForThatAlone() throws {
        let (first, other) = (try NodeCertificate(), try NodeCertificate())
        let grant = try Grant(room: "R", to: fingerprint(1), until: 1_000, by: first)
        #expect(grant.isValid(from: first.fingerprint, room: "r", for: fingerprint(1), now: 999))
        #expect(!grant.isSigned(by: first.fingerprint, room: "s", for: fingerprint(1)))
        #expect(!grant.isSigned(by: first.fingerprint, room: "r", for: fingerprint(2)))
        #expect(!grant.isSigned(by: other.fingerprint, room: "r", for: fingerprint(1)))
    }

    /// A flipped bit anywhere in the signature or the certificate takes its worth.
    @Test func anyChangeTakesItsWorth() throws {
        let first = try NodeCertificate()
        let grant = try Grant(room: "r", to: fingerprint(1), until: 1_000, by: first)
        let signature = try #require(Base64URL.bytes(of: grant.signature))
        let certificate = try #require(Base64URL.bytes(of: grant.certificate))
        for bit in 0..<signature.count * 8 {
            let changed = Grant(
                certificate: grant.certificate, expires: grant.expires, signature: flipped(bit, of: signature))
            #expect(!changed.isSigned(by: first.fingerprint, room: "r", for: fingerprint(1)))
        }
        for bit in stride(from: 0, to: certificate.count * 8, by: 7) {
            let changed = Grant(
                certificate: flipped(bit, of: certificate), expires: grant.expires, signature: grant.signature)
            #expect(!changed.isSigned(by: first.fingerprint, room: "r", for: fingerprint(1)))
        }
    }

    private func flipped(_ bit: Int, of bytes: [UInt8]) -> String {
        var bytes = bytes
        bytes[bit / 8] ^= 1 << (bit % 8)
        return Base64URL.text(of: bytes)
    }
}
