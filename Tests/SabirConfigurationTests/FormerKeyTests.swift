import Testing

@testable import SabirConfiguration

@Suite("Keys of earlier versions")
struct FormerKeyTests {
    /// Everything that stands on a line of its own, with a value that today's program would make nothing of.
    private static let gone = [
        ("translation", "disk_cache"), ("translation", "disk_cache_days"), ("translation", "disk_cache_megabytes"),
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

    @Test("are not suggested, and still have a table of their own")
    func areNotSuggested() {
        for (table, key) in Self.gone {
            #expect(!NodeConfiguration.knownKeys.contains { $0.path == [table, key] })
            let found = problems(in: "[\(table)]\n\(key)s = 1\nqqqqqqqqq = 1\n[node]\n\(key) = 1")
            #expect(found.count == 3, "each of these names no key")
            #expect(found.allSatisfy { !$0.contains("\"\(key)\"") && !$0.contains(" \(key),") }, "\(found)")
        }
    }

    @Test("are told beside problems, and are no reason of their own not to start")
    func besideProblems() {
        do {
            _ = try configuration("[translation]\ndisk_cache_megabytes = 1\n[node]\nport = 70000")
            Issue.record("the port is no port")
        } catch {
            let error = error as? ConfigurationError
            #expect(error?.problems.map(\.line) == [4] && error?.warnings.map(\.line) == [2])
        }
    }
}
