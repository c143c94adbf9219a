import Foundation
import SabirSecurity
import Testing

@testable import SabirConfiguration

@Suite("A room's password in a configuration")
struct RoomPasswordTests {
    private static let verifier =
        "sabir-password-1 16384 8 1 AAAAAAAAAAAAAAAAAAAAAA " + String(repeating: "A", count: 43) + " "
        + String(repeating: "B", count: 42) + "A"
    private let room = "[[room]]\nname = \"Staff\"\n"

    private func withSecret<Result>(
        _ text: String, mode: Int = 0o600, _ body: (String) throws -> Result
    ) throws -> Result {
        try withFile(text) { file in
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            return try body(file)
        }
    }

    @Test("comes from a verifier's file")
    func file() throws {
        try withSecret(Self.verifier + "\n") { file in
            let password = try configuration(room + "password_file = \"\(file)\"").rooms[0].password
            guard case .verifier(let found) = password else { throw SecurityError("\(String(describing: password))") }
            #expect(found.line == Self.verifier)
        }
    }

    @Test("is in the sample as it is here")
    func sampleLine() throws {
        try withSecret(Self.verifier) { file in
            let used = try sample().replacing(
                "#password_file = \"/etc/sabir/reception.password\"", with: "password_file = \"\(file)\"")
            #expect(try configuration(used).rooms[0].password != nil)
        }
    }

    @Test("comes from a variable, as a verifier or as it is")
    func variable() throws {
        for (value, isText) in [(Self.verifier, false), ("correct horse\n", true)] {
            let environment = ConfigurationEnvironment.example(with: ["DOOR": value])
            let configuration = try configuration(room + "password_env = \"DOOR\"", on: environment)
            let password = try #require(configuration.rooms[0].password)
            #expect(password == (try RoomPassword(value)))
            if case .text = password { #expect(isText) } else { #expect(!isText) }
            var dumped = ""
            dump(configuration, to: &dumped)
            #expect(!dumped.contains("horse") && !dumped.contains("AAAA"))
        }
    }

    @Test("of a relay is the password itself, and not what it is checked by")
    func relay() throws {
        let relay = "[[relay]]\nfrom = \"10.0.0.5/Staff\"\n"
        try withSecret("correct horse\n") { file in
            let found = try configuration(relay + "password_file = \"\(file)\"").relays[0].password
            #expect(found == (try Password("correct horse")))
            let kiosk = problems(in: relay + "password_file = \"\(file)\"\nkiosk_lines = 3").joined()
            #expect(kiosk.contains("kiosk screen") && !kiosk.contains("horse"))
            let plain = problems(in: "[node]\nplaintext = true\n" + relay + "password_file = \"\(file)\"").joined()
            #expect(plain.contains("without TLS"))
        }
        try withSecret(Self.verifier) { file in
            #expect(problems(in: relay + "password_file = \"\(file)\"").joined().contains("the password itself"))
        }
        try withSecret("correct horse\n", mode: 0o644) { file in
            let found = problems(in: relay + "password_file = \"\(file)\"").joined()
            #expect(found.contains("chmod 600") && !found.contains("horse"))
        }
        let environment = ConfigurationEnvironment.example(with: ["DOOR": "correct horse"])
        let known = try configuration(relay + "password_env = \"DOOR\"", on: environment)
        #expect(known.relays[0].password == (try Password("correct horse")))
        var dumped = ""
        dump(known, to: &dumped)
        #expect(!dumped.contains("horse"))
    }

    @Test("in clear is none of a file's")
    func clear() throws {
        try withSecret("correct horse\n") { file in
            let found = problems(in: room + "password_file = \"\(file)\"").joined()
            #expect(found.contains("sabir password --file") && !found.contains("horse"))
        }
        try withSecret(Self.verifier, mode: 0o644) { file in
            #expect(problems(in: room + "password_file = \"\(file)\"").joined().contains("chmod 600"))
        }
        #expect(problems(in: room + "password_file = \"/nonexistent/door\"").joined().contains("no such file"))
    }

    @Test("cannot be had from two places, nor be too short, nor stand beside a kiosk or without TLS")
    func contradictions() throws {
        let environment = ConfigurationEnvironment.example(with: ["DOOR": Self.verifier, "SHORT": "short"])
        try withSecret(Self.verifier) { file in
            let both = problems(in: room + "password_file = \"\(file)\"\npassword_env = \"DOOR\"", on: environment)
            #expect(both.joined().contains("allowed: one of them"))
        }
        let short = problems(in: room + "password_env = \"SHORT\"", on: environment).joined()
        #expect(short.contains("too short") && !short.contains("\"short\""))
        let kiosk = problems(in: room + "password_env = \"DOOR\"\nkiosk_lines = 3", on: environment)
        #expect(kiosk.joined().contains("kiosk_lines"))
        let plain = problems(in: "[node]\nplaintext = true\n" + room + "password_env = \"DOOR\"", on: environment)
        #expect(plain.joined().contains("without TLS"))
        #expect(problems(in: room + "password_env = \"NOT_SET\"").joined().contains("not set"))
    }
}
