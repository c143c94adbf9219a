import SabirCore
import Testing

@testable import sabir

struct ChecksumListTests {
    static let digest = String(repeating: "0a", count: 32)

    @Test func whatSha256sumWritesIsRead() throws {
        let list = try ChecksumList("\(Self.digest)  a/b.bin\n\n# more\n\(Self.digest.uppercased()) *./c d.bin\r\n")
        #expect(
            list.digests == ["a/b.bin": Self.digest, "c d.bin": Self.digest])
    }

    @Test(arguments: [
        "", "hello", "\(ChecksumListTests.digest) a", "\(ChecksumListTests.digest)  ",
        "\(ChecksumListTests.digest.dropLast())  a", "\(ChecksumListTests.digest.dropLast(2))+1  a",
        "\\\(ChecksumListTests.digest)  a\\nb", "\(ChecksumListTests.digest)  a\n\(ChecksumListTests.digest)  ./a",
    ])
    func whatIsNoListIsToldByItsLine(_ text: String) {
        #expect(throws: Failure.self) { try ChecksumList(text) }
    }

    @Test(arguments: [
        "/etc/passwd", "../a", "a/../b", "a//b", ".", "a/.", "a\\b", "a\u{7}b", String(repeating: "a", count: 1_001),
    ])
    func noPathLeadsOut(_ path: String) {
        #expect(!BundlePath.staysInside(path))
        #expect(throws: Failure.self) { try ChecksumList("\(Self.digest)  \(path)") }
    }

    @Test func aNameCommandsNoTerminal() {
        #expect(BundlePath.shown("a\u{1B}[2Jb\u{202E}c") == "a?[2Jb?c")
        #expect(BundlePath.shown(String(repeating: "a", count: 200)).count == 121)
    }
}
