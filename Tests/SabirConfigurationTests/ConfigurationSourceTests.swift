import Testing

@testable import SabirConfiguration

@Suite("Where a configuration comes from")
struct ConfigurationSourceTests {
    private let home = ["HOME": "/home/anna"]

    @Test("the flag, else the user's folder, else /etc, else the built-in defaults")
    func order() {
        let xdg = ["HOME": "/home/anna", "XDG_CONFIG_HOME": "/xdg/"]
        #expect(locate("a.toml", xdg, ["/etc/sabir/sabir.toml"]) == .file("a.toml"))
        #expect(locate(nil, xdg, ["/xdg/sabir/sabir.toml", "/etc/sabir/sabir.toml"]) == .file("/xdg/sabir/sabir.toml"))
        #expect(locate(nil, xdg, ["/home/anna/.config/sabir/sabir.toml"]) == .builtIn)
        #expect(
            locate(nil, home, ["/home/anna/.config/sabir/sabir.toml"]) == .file("/home/anna/.config/sabir/sabir.toml")
        )
        #expect(locate(nil, home, ["/etc/sabir/sabir.toml"]) == .file("/etc/sabir/sabir.toml"))
        #expect(locate(nil, ["XDG_CONFIG_HOME": "relative"], ["relative/sabir/sabir.toml"]) == .builtIn)
        #expect(locate(nil, [:], []) == .builtIn)
    }

    @Test("a file that was named and cannot be read is an error that says why")
    func unreadable() throws {
        let reasons = [
            ("/nonexistent.toml", "there is no such file"), ("/", "it is a folder"),
            ("/dev/zero", "it is longer than 1,048,576 bytes"),
        ]
        for (file, reason) in reasons {
            let error = #expect(throws: ConfigurationError.self) {
                try NodeConfiguration.load(.file(file), on: .example)
            }
            #expect(error?.description == "\(file): the file cannot be read: \(reason)")
        }
        try withFile("[node]\nport = 1\n") { file in
            let read = try NodeConfiguration.load(.file(file), on: .example)
            #expect(read.node.port == 1)
        }
        #expect(try NodeConfiguration.load(.builtIn, on: .example) == NodeConfiguration(on: .example))
    }

    @Test("the machine gives the name and the state folder")
    func machine() {
        let defaults = NodeConfiguration(on: .example)
        #expect(defaults.node.name == "front-desk")
        #expect(defaults.node.stateDirectory == "/home/anna/.local/state/sabir")
        var environment = ConfigurationEnvironment(hostName: "", variables: home, isRoot: true)
        #expect(NodeConfiguration(on: environment).node.stateDirectory == "/var/lib/sabir")
        #expect(NodeConfiguration(on: environment).node.name == "sabir")
        environment.variables["XDG_STATE_HOME"] = "/state"
        #expect(NodeConfiguration(on: environment).node.stateDirectory == "/state/sabir")
        #expect(!NodeConfiguration(on: .current()).node.name.isEmpty)
    }

    @Test("every key that is written is the one that counts")
    func values() throws {
        let text = """
            node = { name = "Desk", bind = "127.0.0.1", port = 0, plaintext = true, log_level = "debug" }
            [[room]]
            name = "  Room \\u200B two "
            max_members = 5
            [limits]
            queue_bytes = "1 MiB"
            [discovery]
            mdns = false
            interfaces = ["eth0"]
            [[translation.endpoint]]
            kind = "apertium"
            url = "https://engine.example.org:8443/apy//"
            allow_internet = true
            answer_timeout = "2m"
            languages = ["pt-br"]
            """
        let read = try configuration(text)
        #expect(read.node.name == "Desk")
        #expect(read.node.bind == ["127.0.0.1"])
        #expect(read.node.port == 0)
        #expect(read.node.plaintext)
        #expect(read.node.logLevel == .debug)
        #expect(read.rooms.map(\.name) == ["Room two"])
        #expect(read.rooms.map(\.maxMembers) == [5])
        #expect(read.limits.queueBytes == 1 << 20)
        #expect(!read.discovery.mdns && read.discovery.interfaces == ["eth0"] && read.discovery.peers == [])
        let endpoint = try #require(read.translation.endpoints.first)
        #expect(read.translation.endpoints.count == 1)
        #expect(endpoint.url == "https://engine.example.org:8443/apy")
        #expect(endpoint.answerTimeout == .seconds(120))
        #expect(endpoint.languages.map(\.description) == ["pt-BR"])
    }

    @Test("flags win over the file, and rooms of flags replace those of the file")
    func overrides() throws {
        let file = try configuration("[node]\nport = 5\n[[room]]\nname = \"A\"\n[[room]]\nname = \"B\"")
        #expect(file.applying(ConfigurationOverrides()) == file)
        var flags = ConfigurationOverrides()
        flags.rooms = ["C"]
        flags.port = 0
        flags.bind = ["::1"]
        (flags.noMDNS, flags.noTranslate, flags.unlimited, flags.plaintext) = (true, true, true, true)
        let result = file.applying(flags)
        #expect(flags.problems == [])
        #expect(result.rooms == [RoomConfiguration(name: "C")])
        #expect(result.node.port == 0)
        #expect(result.node.bind == ["::1"])
        #expect(!result.discovery.mdns && !result.translation.enabled)
        #expect(result.limits.unlimited && result.node.plaintext)
    }

    @Test("flags are judged as the file is")
    func flagProblems() {
        var flags = ConfigurationOverrides()
        flags.rooms = ["", "Ward", "WARD"]
        flags.port = 65_536
        flags.bind = ["here"]
        #expect(flags.problems.map(\.file) == ["--room", "--room", "--bind", "--port"])
        #expect(
            flags.problems.last?.description
                == "--port: 65536 cannot stand here; allowed: a whole number from 0 to 65,535")
    }

    private func locate(_ flag: String?, _ environment: [String: String], _ files: Set<String>) -> ConfigurationSource {
        ConfigurationSource.locate(flag: flag, environment: environment) { files.contains($0) }
    }
}
