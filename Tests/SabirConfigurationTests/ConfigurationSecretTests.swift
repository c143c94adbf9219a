import Foundation
import Testing

@testable import SabirConfiguration

@Suite("Secrets of a configuration")
struct ConfigurationSecretTests {
    private let endpoint = """
        [[translation.endpoint]]
        kind = "libretranslate"
        url = "http://10.0.0.5:5000/"

        """

    @Test("come from the file, from a variable, or from a file of their own")
    func sources() throws {
        let here = try configuration(endpoint + "key = \"s3cret\"")
        #expect(here.translation.endpoints.map(\.key) == ["s3cret"])
        #expect(here.translation.endpoints.map(\.url) == ["http://10.0.0.5:5000"])
        let environment = ConfigurationEnvironment.example(with: ["ENGINE": "s3cret\n"])
        let inVariable = try configuration(endpoint + "key_env = \"ENGINE\"", on: environment)
        #expect(inVariable.translation.endpoints.map(\.key) == ["s3cret"])
        try withFile("s3cret\n") { file in
            let inFile = try configuration(endpoint + "key_file = \"\(file)\"")
            #expect(inFile.translation.endpoints.map(\.key) == ["s3cret"])
        }
    }

    @Test("in the environment win over the file")
    func environmentWins() throws {
        let text = endpoint + "name = \"Up-stairs 2\"\nkey = \"old\""
        let environment = ConfigurationEnvironment.example(with: ["SABIR_KEY_UP_STAIRS_2": "new"])
        #expect(try configuration(text, on: environment).translation.endpoints.map(\.key) == ["new"])
        let broken = ConfigurationEnvironment.example(with: ["SABIR_KEY_UP_STAIRS_2": "n e w"])
        let found = problems(in: text, on: broken)
        #expect(found.first?.contains("SABIR_KEY_UP_STAIRS_2 does not hold a key") == true)
        #expect(!found.joined().contains("n e w"))
    }

    @Test("that cannot be had are problems on their own lines")
    func missing() {
        #expect(problems(in: endpoint + "key_env = \"NOT_SET\"").first?.hasPrefix("sabir.toml:4: ") == true)
        #expect(
            problems(in: endpoint + "key_file = \"/nonexistent/key\"") == [
                "sabir.toml:4: [[translation.endpoint]] key_file: the file it names cannot be read: there is no such file"
            ]
        )
        #expect(problems(in: endpoint + "key_file = \"/dev/zero\"").first?.contains("longer than 8,192 bytes") == true)
        let both = problems(in: endpoint + "key = \"a\"\nkey_env = \"HOME\"")
        #expect(
            both == [
                "sabir.toml:5: [[translation.endpoint]] key_env: key and key_env stand together; allowed: one of them"
            ])
    }

    @Test("never show when a configuration is printed")
    func printing() throws {
        let environment = ConfigurationEnvironment.example(with: ["ENGINE": "s3cret"])
        let configuration = try configuration(endpoint + "key_env = \"ENGINE\"", on: environment)
        #expect(configuration.translation.endpoints.first?.key == "s3cret")
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(environment, to: &dumped)
        let printed = ["\(configuration)", String(reflecting: configuration), "\(environment)", dumped]
        #expect(printed.allSatisfy { !$0.contains("s3cret") })
    }

    @Test(
        "never show in a problem",
        arguments: [
            "key = \"s3cret with spaces\"", "key = s3cret", "key = ts3cret", "key = [\"s3cret\"]", "key = \"s3cret",
            "\"key\" = ts3cret", "key_env = \"s3cret-x\"", "key_env = \"s3cret\"", "kee = \"s3cret\"",
            "key = \"a\"\nkey_env = \"s3cret\"", "key = \"s3cret\" x", "key = 's3cret' 's3cret'",
            "key = 7s3cret", "key = \"\"\"\ns3cret", "url = \"http://u:s3cret@10.0.0.1/\"", "key = \"\\s3cret\"",
        ]
    )
    func problemsAreSilent(line: String) {
        let text = line.hasPrefix("url") ? "[[translation.endpoint]]\nkind = \"apertium\"\n" + line : endpoint + line
        let found = problems(in: text)
        #expect(!found.isEmpty)
        #expect(!found.joined().contains("s3cret"), "\(found)")
    }
}
