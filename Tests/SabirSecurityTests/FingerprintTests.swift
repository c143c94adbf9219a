import SabirCore
import Testing

@testable import SabirSecurity

@Suite struct FingerprintTests {
    @Test func isTheOneThatOthersCompute() throws {
        for certificate in try Vectors.read().certificates {
            let der = try #require(Base64URL.bytes(of: certificate.der))
            #expect(Fingerprint(ofCertificate: der).description == certificate.fingerprint)
            #expect(Fingerprint(certificate.fingerprint)?.description == certificate.fingerprint)
        }
    }

    @Test func anotherFormIsNone() throws {
        for text in try Vectors.read().fingerprints.invalid { #expect(Fingerprint(text) == nil, "\(text)") }
    }
}
