import Testing

@testable import SabirConfiguration

@Suite("Keys of earlier versions")
struct FormerKeyTests {
    /// Everything that stands on a line of its own, with a value that today's program would make nothing of.
    private static let gone = [
        ("limits", "frame"), ("limits", "room_rate"), ("limits", "room_burst"), ("limits", "joins_per_room"),
        ("translation", "cache_lines"), ("translation", "disk_cache"), ("translation", "disk_cache_days"),
        ("translation", "disk_cache_megabytes"),
    ]

    private func outdated(_ text: String) throws -> [String] {
        let read = try configuration(text)
        #expect(read.warnings == [] && read.notes == [])
        return read.outdated.map(\.description)
    }

    @Test("that are gone are pointed out with their line, and neither count nor are judged", arguments: gone)
    func areIgnored(_ table: String, _ key: String) throws {
        for value in ["1", "-1", "\"a word\"", "[true]", "{ a = 1 }"] {
            let text = "[node]\nport = 5\n[\(table)]\n\(key) = \(value)"
            let found = try outdated(text)
            #expect(found.count == 1)
            #expect(
                found.first?.hasPrefix("sabir.toml:4: [\(table)] \(key): this key is gone and ignored: ") == true,
                "\(found)")
            #expect(found.first?.hasSuffix("; take this line out") == true, "\(found)")
            var read = try configuration(text)
            read.outdated = []
            #expect(try read == configuration("[node]\nport = 5"))
        }
    }

    @Test("and tables that are gone are pointed out once, with the line of their header")
    func tables() throws {
        let text = "[web.acme]\nnames = [\"chat.clinic.example\"]\nhook = 1\n[node]\nport = 5"
        let found = try outdated(text)
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("sabir.toml:1: [web] acme: this key is gone and ignored: ") == true
                && found.first?.hasSuffix("; take this table out") == true, "\(found)")
        #expect(!NodeConfiguration.knownKeys.contains { $0.path.starts(with: ["web", "acme"]) })
        var read = try configuration(text)
        read.outdated = []
        #expect(try read == configuration("[node]\nport = 5"))
    }

    private static let renamed: [(String, String, @Sendable (NodeConfiguration) -> Int)] = [
        ("[share] characters_per_minute", "[limits] translation_characters", { $0.limits.translationCharacters }),
        ("[web] connections_per_address", "[limits] connections_per_address", { $0.limits.connectionsPerAddress }),
    ]

    private func line(_ key: String, _ value: String) -> String { key.replacing(" ", with: "\n") + " = \(value)\n" }

    @Test("that are renamed count under their old name, and the new name wins where both stand", arguments: 0..<2)
    func goOn(_ number: Int) throws {
        let (old, new, value) = Self.renamed[number]
        let usual = value(NodeConfiguration(on: .example))
        let alone = line(old, "5000")
        #expect(try value(configuration(alone)) == 5_000)
        #expect(
            try outdated(alone) == [
                "sabir.toml:2: \(old): this key is called \(new) now; write its value there, and take this line out"
            ])
        for both in [line(new, "7000") + line(old, "5000"), line(old, "5000") + line(new, "7000")] {
            #expect(try value(configuration(both)) == 7_000)
            let found = try outdated(both)
            #expect(found.count == 1 && found[0].contains("\(old): this key is called \(new) now, which"))
        }
        #expect(try outdated(line(new, "7000")) == [])
        for wrong in ["0", "\"many\"", "{}"] {
            #expect(try value(configuration(line(old, wrong))) == usual, "it is ignored")
            let found = try outdated(line(old, wrong))
            #expect(found.count == 1 && found[0].contains("its value is none that can stand there and is ignored"))
            #expect(try value(configuration(line(old, wrong) + line(new, "7000"))) == 7_000)
        }
    }

    @Test("that an option replaces count until they go")
    func leave() throws {
        #expect(try configuration("[limits]\nunlimited = true").limits.unlimited)
        #expect(try !configuration("[limits]\nunlimited = \"yes\"").limits.unlimited)
        let found = try ["true", "false", "\"yes\""].flatMap { try outdated("[limits]\nunlimited = \($0)") }
        #expect(found.count == 3 && found.allSatisfy { $0.contains("start the node with --unlimited, and take this") })
        #expect(found[2].contains("its value is ignored, as it cannot stand here"))
    }

    @Test("are not suggested, and still have a table of their own")
    func areNotSuggested() {
        for (table, key) in Self.gone + [("limits", "unlimited"), ("share", "characters_per_minute")] {
            #expect(!NodeConfiguration.knownKeys.contains { $0.path == [table, key] })
            let found = problems(in: "[\(table)]\n\(key)s = 1\nqqqqqqqqq = 1\n[node]\n\(key) = 1")
            #expect(found.count == 3, "each of these names no key")
            #expect(found.allSatisfy { !$0.contains("\"\(key)\"") && !$0.contains(" \(key),") }, "\(found)")
        }
    }

    @Test("are told beside problems, and are no reason of their own not to start")
    func besideProblems() {
        do {
            _ = try configuration("[limits]\nframe = 1\n[node]\nport = 70000")
            Issue.record("the port is no port")
        } catch {
            let error = error as? ConfigurationError
            #expect(error?.problems.map(\.line) == [4] && error?.warnings.map(\.line) == [2])
        }
    }

    @Test("of the last sample, all of them, leave the defaults as they are")
    func oldSample() throws {
        let old = """
            [limits]
            frame = 65536
            room_rate = 1000
            room_burst = 10000
            joins_per_room = 6000
            unlimited = false
            [translation]
            cache_lines = 10000
            disk_cache = false
            disk_cache_days = 30
            disk_cache_megabytes = 64
            [web]
            connections_per_address = 1100
            [share]
            characters_per_minute = 20000
            """
        var read = try configuration(old)
        #expect(read.outdated.map(\.line) == [2, 3, 4, 5, 6, 8, 9, 10, 11, 13, 15])
        read.outdated = []
        #expect(read == NodeConfiguration(on: .example))
    }
}
