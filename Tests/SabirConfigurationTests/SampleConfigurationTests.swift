import SabirTranslation
import Testing

@testable import SabirConfiguration

@Suite("The sample configuration")
struct SampleConfigurationTests {
    @Test("passes the checker and opens one room, called after the computer, with the defaults for all else")
    func sampleIsTheDefaults() throws {
        #expect(problems(in: try sample()) == [])
        var expected = NodeConfiguration(on: .example)
        expected.rooms = [RoomConfiguration(name: "front-desk")]
        #expect(try configuration(try sample()) == expected)
    }

    @Test("names every key the reader knows, under the right table")
    func sampleNamesEveryKey() throws {
        let known = NodeConfiguration.knownKeys
        let expected = Set(known.filter { $0.shape == .value }.map { "\($0.header(among: known)) \($0.name)" })
        #expect(expected.count == 133)
        let shown = try ["[[translation.endpoint]]", "[[relay]]"].flatMap { header in
            try blocks(header).flatMap { block in
                block.split(separator: "\n").dropFirst().map { "\(header) \($0.prefix { $0 != " " })" }
            }
        }
        #expect(Set(try settings().map { "\($0.table) \($0.key)" } + shown) == expected)
    }

    @Test("says of every active key with a default exactly the value that stands there")
    func statedDefaultsStandThere() throws {
        let stated = try settings().filter { $0.isActive && $0.stated != nil }
        #expect(stated.count == 70)
        for setting in stated { #expect(setting.value == setting.stated, "\(setting.key)") }
    }

    @Test("explains every key where it first stands, with its default or that it has none")
    func everyKeyIsExplained() throws {
        var seen: Set<String> = []
        for setting in try settings() where seen.insert("\(setting.table) \(setting.key)").inserted {
            #expect(setting.comment.contains("efault"), "\(setting.key)")
        }
    }

    @Test("has no example that its own checker refuses")
    func examplesAreRight() throws {
        let text = try sample()
        try withFile("a-key\n") { file in
            let variables = [
                "APERTIUM_KEY": "a-key", "HOME": "/home/anna", "SABIR_ROOM_PASSWORD": "correct horse",
            ]
            let environment = ConfigurationEnvironment(hostName: "other", variables: variables, isRoot: false)
            for setting in try settings()
            where !setting.isActive && (setting.key != "password_file" || setting.table == "[cluster]") {
                // A certificate and its key stand together or not at all.
                let isPaired = setting.table.hasSuffix(".tls]")
                let login = ["user", "password_file"]
                let isLogin = setting.table == "[cluster]" && login.contains(setting.key)
                // What is said of a wifi needs its name.
                let isOfWifi = setting.table == "[web.wifi]"
                let partner = try settings().filter {
                    $0.table == setting.table
                        && (isPaired || isLogin && login.contains($0.key) || isOfWifi && $0.key == "name")
                }
                let used = ([setting] + partner).reduce(text) { text, setting in
                    text.replacing("\n#" + setting.line + "\n", with: "\n" + setting.line + "\n")
                }
                .replacing("/etc/sabir/apertium.key", with: file).replacing("/etc/sabir/staff.pin", with: file)
                .replacing("/etc/sabir/cluster.password", with: file)
                .replacing("/etc/sabir/cluster.token", with: file)
                #expect(used != text)
                #expect(problems(in: used, on: environment) == [])
                let before = try configuration(text, on: environment)
                #expect(try configuration(used, on: environment) != before, "\(setting.line)")
            }
        }
    }

    @Test("has examples of engines that its own checker takes, one for each kind that is not in use")
    func engineExamplesAreRight() throws {
        let variables = ["GOOGLE_TRANSLATE_KEY": "k", "AZURE_TRANSLATOR_KEY": "k", "MT_SERVER_KEY": "k"]
        let environment = ConfigurationEnvironment(hostName: "other", variables: variables, isRoot: false)
        var kinds: [EndpointConfiguration.Kind] = [.apertium, .libretranslate]
        for block in try blocks() {
            try withFile("a-key\n") { file in
                let used = block.replacing("/etc/sabir/deepl.key", with: file)
                #expect(problems(in: used, on: environment) == [], "\(used)")
                kinds += try configuration(used, on: environment).translation.endpoints.map(\.kind)
            }
        }
        #expect(kinds == EndpointConfiguration.Kind.allCases)
    }

    @Test("has an example of a relay that its own checker takes")
    func relayExampleIsRight() throws {
        let example = try #require(try blocks("[[relay]]").first)
        let relays = try configuration(example).relays
        let relay = try #require(relays.first)
        #expect(relay.name == "Floor 2" && relay.side == "ward" && relay.keepMessages == 500)
        #expect(relay.fromInterface == "eth0" && relay.toInterfaces == ["eth1"])
        #expect(try configuration(sample()).relays.isEmpty)
    }

    /// The indented blocks of comments that begin with this table.
    private func blocks(_ header: String = "[[translation.endpoint]]") throws -> [String] {
        var blocks: [String] = []
        var isInside = false
        for line in try sample().split(separator: "\n", omittingEmptySubsequences: false) {
            isInside = line.hasPrefix("#   ") && (isInside || line.hasSuffix(header))
            guard isInside else { continue }
            let text = line.dropFirst(4) + "\n"
            if text.hasPrefix("[[") { blocks.append("") }
            blocks[blocks.count - 1] += text
        }
        return blocks
    }

    private struct Setting {
        var table: String
        var key: String
        var value: String
        var line: String
        var comment: String
        var isActive: Bool

        /// What the comment says after "Default:", where it is a TOML value.
        var stated: String? {
            guard let line = comment.split(separator: "\n").last(where: { $0.hasPrefix("# Default: ") }) else {
                return nil
            }
            let text = String(line.dropFirst("# Default: ".count))
            return text.hasSuffix(".") ? nil : text
        }
    }

    /// The lines `key = value` and `#key = value` with the comment before them; a comment goes for all that follow it
    /// without an empty line.
    private func settings() throws -> [Setting] {
        var settings: [Setting] = []
        var (table, comment) = ("", "")
        for line in try sample().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "#" || line.hasPrefix("# ") {
                comment += line + "\n"
            } else if line.hasPrefix("[") {
                table = line
            } else if line.isEmpty {
                comment = ""
            } else {
                let active = line.hasPrefix("#") ? String(line.dropFirst()) : line
                let parts = active.split(separator: " = ", maxSplits: 1).map(String.init)
                try #require(parts.count == 2, "\(line)")
                settings.append(
                    Setting(
                        table: table, key: parts[0], value: parts[1], line: active, comment: comment,
                        isActive: active == line
                    )
                )
            }
        }
        return settings
    }
}
