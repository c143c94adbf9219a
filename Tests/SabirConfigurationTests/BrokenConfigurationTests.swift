import Testing

@testable import SabirConfiguration

@Suite("A broken configuration")
struct BrokenConfigurationTests {
    @Test("cut at any byte is read or refused, never more")
    func cutAnywhere() throws {
        // One cut inside a comment is as another, and what is read before it only takes time.
        let settings = try sample().split(separator: "\n").filter { !$0.hasPrefix("# ") }.joined(separator: "\n")
        let bytes = Array(settings.utf8)
        var refused = 0
        for end in bytes.indices {
            refused += problems(in: String(decoding: bytes[..<end], as: UTF8.self)).isEmpty ? 0 : 1
        }
        #expect(refused > 500)
    }

    @Test("with bytes changed at random is read or refused, and each problem has a line that the file has")
    func changedAtRandom() throws {
        let bytes = Array(try sample().utf8).filter { $0 != 0 }
        // A fixed seed, so that a failure comes again.
        var random = Xorshift(state: 0x5AB1_2026)
        var refused = 0
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0..<Int(random.next() % 4 + 1) {
                let place = Int(random.next() % UInt64(changed.count))
                changed[place] = UInt8(truncatingIfNeeded: random.next())
            }
            let text = String(decoding: changed, as: UTF8.self)
            guard let error = error(in: text) else { continue }
            refused += 1
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(error.problems.allSatisfy { (1...lines).contains($0.line ?? 0) }, "\(error)")
        }
        #expect(refused > 50)
    }

    @Test("of pieces of TOML in any order is read or refused")
    func shuffledPieces() {
        let pieces = [
            "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\n", "\"", "'", "\"\"\"", "'''", "#", "\\", "node", "room",
            "name", "port", "1", "true", "translation.endpoint", "key", " ", "\r\n", "\u{FEFF}", "\u{0}", "é", "0x",
            "-",
        ]
        var random = Xorshift(state: 7)
        for _ in 0..<5_000 {
            let count = Int(random.next() % 24)
            let text = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            if let error = error(in: text) { #expect(!error.problems.isEmpty) }
        }
    }

    @Test("nested without measure is refused before it is parsed")
    func deep() {
        let key = Array(repeating: "a", count: 200_000).joined(separator: ".")
        for text in [
            "[\(key)]\n=", "\(key) = 1\n=", "x = {\(key) = 1", "x = " + String(repeating: "[", count: 200_000),
        ] {
            #expect(problems(in: text).first?.contains("nested deeper than 16 levels") == true)
        }
    }

    @Test("with a NUL, or larger than 1 MiB, is refused before it is parsed")
    func unreadable() {
        #expect(problems(in: "[node]\nport = 1\0") == ["sabir.toml:2: NUL characters are not allowed"])
        #expect(problems(in: "[node]\n\"po\\u0000rt\" = 1") == ["sabir.toml:2: NUL characters are not allowed"])
        let large = "# " + String(repeating: "x", count: 1 << 20)
        #expect(problems(in: large) == ["sabir.toml: the file is larger than 1 MiB; nothing in it was read"])
    }

    @Test("in Windows' lines or without any setting is no trouble")
    func harmless() throws {
        #expect(problems(in: try sample().replacing("\n", with: "\r\n")) == [])
        #expect(try configuration("") == NodeConfiguration(on: .example))
        #expect(try configuration("# nothing\n\n[limits]\n") == NodeConfiguration(on: .example))
    }

    private func error(in text: String) -> ConfigurationError? {
        do {
            _ = try NodeConfiguration(parsing: text, file: "sabir.toml", on: .example)
            return nil
        } catch {
            return error
        }
    }
}

/// Marsaglia's xorshift64: a fixed sequence for each state but 0.
private struct Xorshift {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
