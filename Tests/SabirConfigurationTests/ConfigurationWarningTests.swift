import Foundation
import Testing

@testable import SabirConfiguration

@Suite("What a node starts with all the same, and check-config refuses")
struct ConfigurationWarningTests {
    private func warnings(_ text: String) throws -> [String] { try configuration(text).warnings.map(\.description) }

    @Test(
        "PINs that are short or the first to be tried",
        arguments: [
            "1234", "0000", "4711", "123456", "654321", "111111", "890123", "112233", "password", "246810", "112358",
            "202020", "123321", "248163", "1357911", "369258", "102030", "151413", "9799101", "20202020", "19842021",
            "123123", "12341234", "778899", "100001", "abcdef", "abcabc", "Passwort", "147258", "149162536", "5101520",
        ])
    func weakPINs(_ pin: String) throws {
        let found = try warnings("[web]\nstaff_pin = \"\(pin)\"")
        #expect(found.count == 1 && found[0].hasPrefix("sabir.toml:2: [web] staff_pin: the PIN "))
        #expect(!found[0].contains(pin), "it is a secret")
    }

    @Test("no other PINs", arguments: ["271828", "704193", "386152", "90417326", "four-words-by-the-door"])
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

    @Test("a certificate with a private key beside it that others can read", arguments: ["web", "irc"])
    func openCertificates(_ part: String) throws {
        func found(_ content: String, mode: Int, key: String = "/k.pem") throws -> [String] {
            try withFile(content) { file in
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                let key = key.replacing("FILE", with: file)
                return try warnings("[\(part).tls]\ncertificate = \"\(file)\"\nkey = \"\(key)\"")
            }
        }
        let certificate = "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n"
        for kind in ["", "RSA ", "EC "] {
            let both = certificate + "-----BEGIN \(kind)PRIVATE KEY-----\nMII\n-----END \(kind)PRIVATE KEY-----\n"
            let told = try found(both, mode: 0o644)
            #expect(told.count == 1 && told[0].contains("[\(part).tls] certificate: the file it names holds a private"))
            #expect(try found(both, mode: 0o640) == [])
            #expect(try found(both, mode: 0o644, key: "FILE").map { $0.contains("[\(part).tls] key: ") } == [true])
        }
        #expect(try found(certificate, mode: 0o644) == [], "a certificate is no secret")
    }

    @Test(
        "a secret in a configuration that others can read",
        arguments: [
            ("[web]\nstaff_pin = \"270493\"", "[web] staff_pin", "staff_pin_file"),
            (
                "[[translation.endpoint]]\nkind = \"deepl\"\nallow_internet = true\nkey = \"270493\"",
                "[[translation.endpoint]] key", "key_file"
            ),
        ])
    func openConfiguration(_ text: String, _ key: String, _ remedy: String) throws {
        // Not in a folder that keeps others out, as TMPDIR may.
        try withFile(text, in: URL(filePath: "/tmp")) { file in
            func found(_ text: String, file mode: Int, folder: Int = 0o755) throws -> [String] {
                let manager = FileManager.default
                try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                let path = URL(filePath: file).deletingLastPathComponent().path
                try manager.setAttributes([.posixPermissions: folder], ofItemAtPath: path)
                return try NodeConfiguration(parsing: text, file: file, on: .example).warnings.map(\.description)
            }
            let told = try found(text, file: 0o644)
            #expect(told.count == 1 && told[0].contains("\(key): everybody on this machine can read this file"))
            #expect(told[0].contains("chmod o= \(file), or by \(remedy)"))
            #expect(!told[0].contains("270493"), "it is a secret")
            #expect(try found(text, file: 0o640) == [])
            #expect(try found(text, file: 0o644, folder: 0o700) == [], "nobody else gets to it")
            #expect(try found("[web]\nport = 0", file: 0o644) == [], "there is no secret in it")
        }
    }

    @Test(
        "what is well-formed and no language's code",
        arguments: [
            (
                "[web]\nlanguages = [\"es\", \"spanish\"]",
                "[web] languages: \"spanish\" is no language's code; did you mean \"es\"?"
            ),
            (
                "[irc]\nlanguage = \"catalan\"",
                "[irc] language: \"catalan\" is no language's code; did you mean \"ca\"?"
            ),
            (
                "[[translation.endpoint]]\nkind = \"apertium\"\nurl = \"http://127.0.0.1:2737\"\nlanguages = [\"english\"]",
                "[[translation.endpoint]] languages: \"english\" is no language's code; did you mean \"en\"?"
            ),
            (
                "[[translation.endpoint]]\nkind = \"custom\"\nurl = \"http://127.0.0.1/{text}\"\nresult = \"/a\"\n"
                    + "codes = { spanish = \"spa\" }",
                "[[translation.endpoint]] codes: \"spanish\" is no language's code; did you mean \"es\"?"
            ),
        ])
    func unknownLanguages(_ text: String, _ sentence: String) throws {
        let found = try warnings(text)
        #expect(found.count == 1 && found[0].hasSuffix(sentence), "\(found)")
    }

    @Test(
        "addresses that look like IPv4 and are none",
        arguments: [
            (
                "[discovery]\npeers = [\"HOST\", \"node.example\", \"[fe80::1%eth0]\", \"10.0.0.3:47275\"]",
                "[discovery] peers"
            ),
            ("[discovery]\npeers = [\"HOST:47275\"]", "[discovery] peers"),
            ("[[relay]]\nfrom = \"HOST:47275/Laboratory\"", "[[relay]] from"),
            (
                "[[relay]]\nfrom = \"sabir://HOST:47275/7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01#fp="
                    + "2UeUu0P5vR9ZyWmSaF1nEoQhTzBdLkXcJgYwHiVbNpM\"", "[[relay]] from"
            ),
            ("[cluster]\nnats = \"nats://HOST:4222\"", "[cluster] nats"),
            ("[web]\naddress = \"http://HOST:8275\"", "[web] address"),
        ])
    func noAddresses(_ text: String, _ key: String) throws {
        for host in ["10.0.0.300", "10.0.300", "10.0.0.0.1"] {
            let found = try warnings(text.replacing("HOST", with: host))
            #expect(found.count == 1 && found[0].contains("\(key): \"\(host)\" is no IPv4 address"), "\(found)")
        }
        #expect(try warnings(text.replacing("HOST", with: "10.0.0.30")) == [])
    }

    @Test(
        "one port for two parts",
        arguments: [
            ("[node]\nport = 8300\n[web]\nport = 8300", [4], "the rooms too ([node] port, line 2)"),
            ("[web]\nport = 8300\n[node]\nport = 8300", [2], "the rooms too ([node] port, line 4)"),
            ("[node]\nport = 8275", [2], "the page too ([web] port, as usual)"),
            ("[node]\nport = 8276", [2], "the page over HTTPS too ([web] https_port, as usual)"),
            ("[share]\nport = 47275", [2], "the rooms too ([node] port, as usual)"),
            (
                "[web]\nhttps_port = 47276\n[share]\nport = 47276", [4],
                "the page over HTTPS too ([web] https_port, line 2)"
            ),
            ("[irc]\nenabled = true\nport = 47275", [3], "the rooms too"),
            ("[irc]\nenabled = true\nbind = \"::\"\n[web]\nport = 6667\nbind = \"10.0.0.5\"", [5], "IRC too"),
            ("[node]\nport = 9000\n[web]\nport = 9000\n[irc]\nenabled = true\nport = 9000", [4, 7], "the rooms too"),
            (
                "[web]\nport = 5100\n[[translation.endpoint]]\nkind = \"libretranslate\"\nname = \"x\"\nurl = "
                    + "\"http://localhost:5100\"", [2], "where the engine x is looked for"
            ),
            (
                "[cluster]\nnats = \"nats://127.0.0.1:4222\"\n[share]\nport = 4222", [4],
                "where a NATS server is looked for"
            ),
        ])
    func onePort(_ text: String, _ lines: [Int], _ fragment: String) throws {
        let found = try warnings(text)
        #expect(found.map { $0.prefix { $0 != " " } } == lines.map { "sabir.toml:\($0):" }, "\(found)")
        #expect(found.allSatisfy { $0.contains(fragment) && $0.contains("give each its own") }, "\(found)")
    }

    @Test(
        "and not where each can have it",
        arguments: [
            "[node]\nport = 0\n[web]\nport = 0\n[irc]\nenabled = true\nport = 0",
            "[node]\nport = 8300\nbind = \"10.0.0.5\"\n[web]\nport = 8300\nbind = \"10.0.0.6\"",
            "[node]\nport = 8300\n[web]\nenabled = false\nport = 8300",
            "[node]\nport = 6667", "[node]\nport = 8276\n[web]\nhttps = false",
            "[irc]\nenabled = true\nport = 8300\n[web]\nport = 8300\nbind = \"::1\"",
            "[web]\nport = 5100\n[[translation.endpoint]]\nkind = \"libretranslate\"\nurl = \"http://10.0.0.9:5100\"",
        ])
    func portsOfTheirOwn(_ text: String) throws { #expect(try warnings(text) == []) }

    @Test("are told beside problems, for whoever mends the file at once")
    func besideProblems() {
        do {
            _ = try configuration("[node]\nport = 70000\n[web]\nlanguages = [\"spanish\"]")
            Issue.record("the port is no port")
        } catch {
            let error = error as? ConfigurationError
            #expect(error?.problems.map(\.line) == [2] && error?.warnings.map(\.line) == [4])
        }
    }

    @Test("files of set sentences and terms that are not there")
    func missingBooks() throws {
        try withFile("") { file in
            let books =
                "[phrasebook]\nfiles = [\"\(file)\", \"/nowhere/a.tmx\"]\n"
                + "[glossary]\nfiles = [\"/nowhere/b.csv\"]"
            let found = try warnings(books)
            #expect(found.count == 2)
            #expect(found.first?.hasPrefix("sabir.toml:2: [phrasebook] files: /nowhere/a.tmx cannot be read") == true)
            #expect(found.last?.hasPrefix("sabir.toml:4: [glossary] files: /nowhere/b.csv cannot be read") == true)
            #expect(try warnings("[translation]\nenabled = false\n" + books) == [], "nothing is read of them")
        }
    }

    @Test("ports that clash, also beside a line that is no TOML")
    func clashBesideGrammar() throws {
        let clash = "[node]\nport = 8275\nname = reception\n[phrasebook]\nfiles = [\"/nowhere/a.tmx\"]"
        let error = #expect(throws: ConfigurationError.self) { try configuration(clash) }
        #expect(error?.problems.map(\.line) == [3] && error?.warnings.map(\.line) == [2, 5])
        // Whether the page has that port is not known.
        let torn = "[node]\nport = 8275\n[web\nport = 80"
        let unsure = #expect(throws: ConfigurationError.self) { try configuration(torn) }
        #expect(unsure?.problems.map(\.line) == [3] && unsure?.warnings == [])
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
