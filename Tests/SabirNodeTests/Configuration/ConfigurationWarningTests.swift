import Foundation
import Testing

@testable import SabirNode

@Suite("What a node starts with all the same, and check-config refuses")
struct ConfigurationWarningTests {
    private func warnings(_ text: String) throws -> [String] { try configuration(text).warnings.map(\.description) }

    @Test(
        "PINs that are short or the first to be tried",
        arguments: ["1234", "0000", "4711", "123456", "654321", "111111", "890123", "112233", "password"])
    func weakPINs(_ pin: String) throws {
        let found = try warnings("[web]\nstaff_pin = \"\(pin)\"")
        #expect(found.count == 1 && found[0].hasPrefix("sabir.toml:2: [web] staff_pin: the PIN "))
        #expect(!found[0].contains(pin), "it is a secret")
    }

    @Test("no other PINs", arguments: ["271828", "704193", "four-words-by-the-door"])
    func otherPINs(_ pin: String) throws { #expect(try warnings("[web]\nstaff_pin = \"\(pin)\"") == []) }

    @Test(
        "files with a secret that others can read",
        arguments: [
            ("[web]\nstaff_pin_file = \"FILE\"", "[web] staff_pin_file"),
            ("[web.tls]\ncertificate = \"/c.pem\"\nkey = \"FILE\"", "[web.tls] key"),
            ("[irc.tls]\ncertificate = \"/c.pem\"\nkey = \"FILE\"", "[irc.tls] key"),
            ("[cluster]\ncredentials_file = \"FILE\"", "[cluster] credentials_file"),
            ("[cluster]\ntls = true\ntoken_file = \"FILE\"", "[cluster] token_file"),
            (
                "[[translation.endpoint]]\nkind = \"deepl\"\nallow_internet = true\nkey_file = \"FILE\"",
                "[[translation.endpoint]] key_file"
            ),
        ])
    func openFiles(_ text: String, _ key: String) throws {
        try withFile("270493") { file in
            let text = text.replacing("FILE", with: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let found = try warnings(text)
            #expect(found.count == 1 && found[0].contains(key) && found[0].contains("chmod 600"), "\(found)")
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
            #expect(try warnings(text) == [])
        }
    }

    private let room =
        "[[room]]\nname = \"Staff\"\nlog = \"nats\"\nid = \"5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab\"\n"

    @Test("a cluster that everybody on the network can read")
    func openClusters() throws {
        let found = try warnings(room + "[cluster]\nnats = [\"nats://127.0.0.1:4222\", \"nats://10.0.0.5:4222\"]")
        #expect(found.count == 1 && found[0].contains("nats://10.0.0.5:4222 has neither TLS nor a login"))
        #expect(try warnings(room + "[cluster]\nnats = \"tls://10.0.0.5:4222\"").count == 1)
        for near in ["127.0.0.1", "localhost", "[::1]"] {
            #expect(try warnings(room + "[cluster]\nnats = \"nats://\(near):4222\"") == [])
        }
        #expect(try warnings("[cluster]\nnats = \"nats://10.0.0.5:4222\"") == [], "no room is there")
    }
}
