import Glibc

/// Which Sabir this is.
package enum ProgramVersion {
    /// The one place where it is written; scripts/release and scripts/sbom read it here.
    package static let number = "0.9.0-dev"

    /// The number, and the commit that the program was built of where one of our scripts built it:
    /// `0.9.0-dev+0bb62283`, with `.changed` behind that where the sources were no longer those of the commit.
    package static let text = commit(in: beginningOfProgram()).map { "\(number)+\($0)" } ?? number

    /// As a program names itself to a host, in `hello`.
    package static let client = "sabir/" + number

    /// The commit in the note by which a linker names what it built (NT_GNU_BUILD_ID): there `commit_linking` in
    /// scripts/lib/setup.sh writes it, so that another commit has the program linked anew and nothing compiled. Nil of a
    /// program that was built in another way.
    ///
    /// - Parameter bytes: the beginning of a program's file.
    static func commit(in bytes: [UInt8]) -> String? {
        // The note is: three words (the length of its owner, that of its text, its kind), "GNU", its text.
        let mark = Array("GNU\0sabir+".utf8)
        let starts = bytes.indices.dropLast(mark.count).dropFirst(8)
        guard let at = starts.first(where: { bytes[$0...].starts(with: mark) }) else { return nil }
        let end = at + 4 + Int(bytes[at - 8])
        guard end <= bytes.count, end > at + mark.count else { return nil }
        let text = bytes[(at + mark.count)..<end]
        // What may stand behind the "+" of a version (Semantic Versioning 2.0.0, 10).
        let allowed = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-.".utf8)
        return text.allSatisfy(allowed.contains) ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Where linkers put their notes: right behind the headers, far within 4 KiB.
    private static func beginningOfProgram() -> [UInt8] {
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
    }
}
