import Foundation
import SabirCore
import Testing

@testable import SabirSecurity

@Suite struct NodeCertificateTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-key-\(UUID())").path
    private var file: String { folder + "/node.pem" }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    @Test func isMadeOnceAndForItsOwnerAlone() throws {
        defer { remove() }
        #expect(try NodeCertificate.existing(in: folder) == nil)
        let made = try NodeCertificate.kept(in: folder)
        #expect(try NodeCertificate.kept(in: folder).fingerprint == made.fingerprint)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try NodeCertificate().fingerprint != made.fingerprint)
    }

    @Test func isNotReadWhereOthersCouldHaveReadIt() throws {
        defer { remove() }
        _ = try NodeCertificate.kept(in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let error = #expect(throws: SecurityError.self) { try NodeCertificate.kept(in: folder) }
        #expect(error?.description.contains("chmod 600 \(file)") == true)
    }

    @Test(arguments: ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func damagedIsToldAndNotReplaced(_ text: String) throws {
        defer { remove() }
        try PrivateFile(path: file).write(Data(text.utf8))
        let error = #expect(throws: SecurityError.self) { try NodeCertificate.kept(in: folder) }
        #expect(error?.description.contains(file) == true)
        #expect(FileManager.default.contents(atPath: file) == Data(text.utf8))
    }

    @Test func keyAndCertificateBelongTogether() throws {
        let (one, other) = (try NodeCertificate(), try NodeCertificate())
        let begin = "-----BEGIN CERTIFICATE-----"
        let mixed = one.pem.components(separatedBy: begin)[0] + begin + other.pem.components(separatedBy: begin)[1]
        #expect(throws: SecurityError.self) { try NodeCertificate(pem: mixed) }
        #expect(try NodeCertificate(pem: one.pem).fingerprint == one.fingerprint)
    }
}
