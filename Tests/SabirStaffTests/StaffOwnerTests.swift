import Foundation
import Glibc
import Logging
import SabirSecurity
import Testing

@testable import SabirCore
@testable import SabirNode

/// Root writes for a service that runs as another user.
@Suite(.enabled(if: geteuid() == 0, "giving files away needs root"))
struct StaffOwnerTests {
    private let service: uid_t = 61_184

    private func folder() throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "sabir-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func owner(_ path: String) -> uid_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_uid : nil
    }

    @Test("What root writes belongs to the owner of the state folder, also where it lies elsewhere")
    func owners() throws {
        let state = try folder()
        let elsewhere = try folder()
        defer { for path in [state, elsewhere] { try? FileManager.default.removeItem(atPath: path) } }
        #expect(chown(state, service, service) == 0)
        let key = StaffKey.fingerprint(of: "one")
        try StaffFile(stateDirectory: state).update { list in
            try list.add("Rosa", key: key, at: Date(timeIntervalSince1970: 0))
        }
        #expect(owner(state + "/staff.json") == service && owner(state + "/staff.json.lock") == service)
        let password = elsewhere + "/staff.password"
        try PasswordVerifier(Password("a long password")).keep(in: PrivateFile(path: password, ownedAs: state))
        #expect(owner(password) == service)
        try PasswordVerifier(Password("a long password")).keep(in: PrivateFile(path: password))
        #expect(owner(password) == 0)
    }

    @Test("A list that could not be read is read once its mode is mended, without a restart")
    func mended() async throws {
        let state = try folder()
        defer { try? FileManager.default.removeItem(atPath: state) }
        try StaffFile(stateDirectory: state).update { list in
            try list.add("Rosa", key: StaffKey.fingerprint(of: "one"), at: Date(timeIntervalSince1970: 0))
        }
        let path = state + "/staff.json"
        #expect(chmod(path, 0o644) == 0)
        let office = NodeStaffOffice(stateDirectory: state, logger: Logger(label: "test"))
        #expect(await office.rank(of: "one") == .nobody)
        #expect(chmod(path, 0o600) == 0)
        #expect(await office.rank(of: "one") == .person("Rosa"))
    }
}
