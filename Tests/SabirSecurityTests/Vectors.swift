import Foundation
import SabirProtocol
import Testing

@testable import SabirSecurity

/// `Vectors/identity.json`, made with another implementation (Python's cryptography): what it must find in ours, too.
struct Vectors: Decodable {
    struct Certificate: Decodable {
        let der: String
        let fingerprint: String
    }

    struct WireGrant: Decodable {
        let certificate: String
        let expires: Int
        let signature: String

        var grant: Grant { Grant(certificate: certificate, expires: expires, signature: signature) }
    }

    struct Grants: Decodable {
        let room: String
        let first: String
        let shown: String
        let valid: WireGrant
        let forged: [String: WireGrant]
    }

    struct Handovers: Decodable {
        let first: String
        let now: String
        let valid: [Handover]
        let forged: [String: [Handover]]
    }

    struct Invites: Decodable {
        struct Valid: Decodable {
            let text: String
            let host: String
            let port: Int
            let room: String
        }

        let valid: [Valid]
        let invalid: [String]
    }

    struct Fingerprints: Decodable { let invalid: [String] }

    let certificates: [Certificate]
    let grants: Grants
    let handovers: Handovers
    let invites: Invites
    let fingerprints: Fingerprints

    static func read() throws -> Vectors {
        let file = try #require(
            Bundle.module.url(forResource: "identity", withExtension: "json", subdirectory: "Vectors"))
        return try JSONDecoder().decode(Vectors.self, from: try Data(contentsOf: file))
    }
}

func fingerprint(_ number: UInt8) -> Fingerprint { Fingerprint(ofCertificate: [number]) }
