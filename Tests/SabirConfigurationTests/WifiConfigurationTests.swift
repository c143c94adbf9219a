import SabirCore
import Testing

@testable import SabirConfiguration

@Suite("What the configuration says of the house's wifi")
struct WifiConfigurationTests {
    @Test("is told as the page tells it; without a name there is none")
    func reads() throws {
        let lines = "[web.wifi]\nname = \"Clinic\"\npassword = \"waiting-room\"\nsecurity = \"sae\"\nhidden = true"
        let expected = WifiNetwork(name: "Clinic", password: "waiting-room", security: .sae, isHidden: true)
        #expect(try configuration(lines).web.wifi.network == expected)
        #expect(try configuration("[web.wifi]\nname = \"Open\"").web.wifi.network == WifiNetwork(name: "Open"))
        #expect(try configuration("[web.wifi]").web.wifi.network == nil)
    }

    @Test("takes its password from a file, which may end with a line")
    func readsFile() throws {
        try withFile("waiting room\n") { file in
            let lines = "[web.wifi]\nname = \"Clinic\"\npassword_file = \"\(file)\""
            let network = try configuration(lines).web.wifi.network
            #expect(network?.password == "waiting room")
        }
    }

    @Test(
        "is refused where it would lead nobody in, and no problem quotes the password",
        arguments: [
            "name = \"\"", "name = \"\(String(repeating: "ñ", count: 17))\"", "name = \"a\\nb\"",
            "name = \"Clinic\"\npassword = \"short-1\"", "name = \"Clinic\"\npassword = \"contraseña\"",
            "password = \"waiting-room\"", "name = \"Clinic\"\nsecurity = \"sae\"",
            "name = \"Clinic\"\nsecurity = \"wep\"",
            "name = \"Clinic\"\npassword = \"waiting-room\"\npassword_file = \"/nowhere\"",
        ])
    func refuses(_ lines: String) throws {
        let found = problems(in: "[web.wifi]\n" + lines)
        #expect(!found.isEmpty)
        for secret in ["short-1", "contraseña", "waiting-room"] {
            #expect(!found.map { "\($0)" }.joined().contains(secret))
        }
    }

    @Test("forgetting: three minutes, another time, never; nothing in between")
    func forgets() throws {
        #expect(try configuration("").web.forgetAfter == 180)
        #expect(try configuration("[web]\nforget_after = \"90s\"").web.forgetAfter == 90)
        #expect(try configuration("[web]\nforget_after = \"never\"").web.forgetAfter == nil)
        for wrong in ["\"29s\"", "\"13h\"", "180", "\"0\""] {
            #expect(!problems(in: "[web]\nforget_after = \(wrong)").isEmpty)
        }
    }
}
