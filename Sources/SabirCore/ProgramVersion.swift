import Glibc

/// The version of this program.
package enum ProgramVersion {
    /// The version's only source; scripts/release and scripts/sbom read it here.
    package static let number = "0.9.0-dev"

    /// The number and, if one of our scripts built the program, its commit: `0.9.0-dev+0bb62283`, followed by
    /// `.changed` if the sources differed from that commit.
    package static let text = commit(in: beginningOfProgram()).map { "\(number)+\($0)" } ?? number

    /// How a program names itself to a host, in `hello`.
    package static let client = "sabir/" + number

    /// The commit in the linker's build note (NT_GNU_BUILD_ID). `commit_linking` in scripts/lib/setup.sh writes the
    /// commit there, so that a new commit only links the program again and compiles nothing. Nil if the program was
    /// built another way.
    ///
    /// - Parameter bytes: the beginning of a program's file.
    static func commit(in bytes: [UInt8]) -> String? {
        // A note holds three words (length of its owner's name, length of its text, type), then "GNU", then the text.
        let mark = Array("GNU\0sabir+".utf8)
        let starts = bytes.indices.dropLast(mark.count).dropFirst(8)
        guard let at = starts.first(where: { bytes[$0...].starts(with: mark) }) else { return nil }
        let end = at + 4 + Int(bytes[at - 8])
        guard end <= bytes.count, end > at + mark.count else { return nil }
        let text = bytes[(at + mark.count)..<end]
        // The characters allowed after the "+" of a version (Semantic Versioning 2.0.0, item 10).
        let allowed = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-.".utf8)
        return text.allSatisfy(allowed.contains) ? String(decoding: text, as: UTF8.self) : nil
    }

    /// The first 4 KiB of the program: linkers put notes right behind the headers.
    private static func beginningOfProgram() -> [UInt8] {
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
    }
}
