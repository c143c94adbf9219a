import Testing

@testable import SabirCore

/// The commit in a program's own file, as linkers write it there.
struct ProgramVersionTests {
    private func note(_ text: String, owner: String = "GNU\0", length: Int? = nil) -> [UInt8] {
        [UInt8](repeating: 7, count: 100) + [4, 0, 0, 0, UInt8(length ?? text.utf8.count), 0, 0, 0, 3, 0, 0, 0]
            + Array(owner.utf8) + Array(text.utf8) + [UInt8](repeating: 65, count: 20)
    }

    @Test func theCommitIsReadFromTheLinkersNote() {
        #expect(ProgramVersion.commit(in: note("sabir+0bb62283")) == "0bb62283")
        #expect(ProgramVersion.commit(in: note("sabir+0bb62283.changed")) == "0bb62283.changed")
    }

    @Test func aProgramThatWasBuiltInAnotherWayNamesNone() {
        #expect(ProgramVersion.commit(in: []) == nil)
        #expect(ProgramVersion.commit(in: note("\u{1}\u{2}\u{3}\u{4}")) == nil)
        #expect(ProgramVersion.commit(in: note("sabir+0bb62283", owner: "LLD\0")) == nil)
        #expect(ProgramVersion.commit(in: note("sabir+")) == nil)
        #expect(ProgramVersion.commit(in: note("sabir+0bb6\u{1b}[2J")) == nil)
        #expect(ProgramVersion.commit(in: note("sabir+0bb62283", length: 200)) == nil, "More than the file has.")
        #expect(ProgramVersion.commit(in: Array("GNU\0sabir+".utf8)) == nil)
    }
}
