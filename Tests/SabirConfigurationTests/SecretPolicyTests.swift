import Testing

@testable import SabirConfiguration

@Suite("Who reads which secrets")
struct SecretPolicyTests {
    private let text = """
        [web]
        staff_pin_file = "/run/credentials/sabir.service/pin"
        [[room]]
        name = "Staff"
        password_file = "/nonexistent/staff.password"
        [[translation.endpoint]]
        kind = "deepl"
        key_file = "/run/credentials/sabir.service/deepl"
        allow_internet = true
        [[translation.endpoint]]
        kind = "apertium"
        url = "http://127.0.0.1:2737"
        """

    private func environment(_ policy: SecretPolicy, texts: [String: String] = [:]) -> ConfigurationEnvironment {
        var environment = ConfigurationEnvironment.example
        (environment.secrets, environment.texts) = (policy, texts)
        return environment
    }

    @Test("A node needs all of them")
    func node() {
        let found = problems(in: text, on: environment(.node))
        #expect(found.count == 3)
        #expect(found.first?.contains("[web] staff_pin_file") == true)
    }

    @Test("A guest reads the engines' keys where it may, and goes on without the rest")
    func guest() throws {
        let read = try configuration(text, on: environment(.guest))
        #expect(read.translation.endpoints.map(\.kind) == [.apertium])
        #expect(read.notes.map(\.line) == [8])
        #expect(read.web.staffPIN == nil && read.rooms.map(\.name) == ["Staff"])
        #expect(try configuration(text, on: environment(.none)).notes.isEmpty)
        let given = ["/run/credentials/sabir.service/deepl": "s3cret\n"]
        let keyed = try configuration(text, on: environment(.guest, texts: given))
        #expect(keyed.translation.endpoints.map(\.key) == ["s3cret", nil] && keyed.notes.isEmpty)
    }

    @Test("Whether staff share a PIN is known without its file")
    func sharedPIN() throws {
        #expect(try configuration(text, on: environment(.none)).web.hasSharedStaffPIN)
        for other in ["", "[web]\nstaff_pin = \"739251\"\nstaff_shared = false"] {
            #expect(try !configuration(other, on: environment(.none)).web.hasSharedStaffPIN, "\(other)")
        }
    }

    @Test("Who checks passes over what systemd gives to the service alone, and over nothing else")
    func check() throws {
        let found = problems(in: text, on: environment(.check))
        #expect(found.count == 1 && found[0].contains("password_file"), "\(found)")
        let others = text.replacing("password_file", with: "#password_file")
        #expect(try configuration(others, on: environment(.check)).notes.map(\.line) == [2, 8])
    }
}
