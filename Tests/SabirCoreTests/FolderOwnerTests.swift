import Foundation
import Glibc
import SabirCore
import Testing

final class FolderOwnerTests {
    private let folder = NSTemporaryDirectory() + "sabir-owner-\(UUID().uuidString)"

    init() { mkdir(folder, 0o700) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func owner(_ path: String) -> uid_t? {
        var found = stat()
        return lstat(path, &found) == 0 ? found.st_uid : nil
    }

    /// A new file in the folder, or another name of one, open.
    private func open(_ name: String, linkedTo other: String? = nil) -> Int32 {
        if let other { link(folder + "/" + other, folder + "/" + name) }
        return Glibc.open(folder + "/" + name, O_RDWR | O_CREAT, 0o600)
    }

    @Test func aFolderIsMadeForItsOwnerAloneAndOnce() {
        #expect(FolderOwner.makeFolder(folder + "/inner", in: folder) == nil)
        #expect(FolderOwner.makeFolder(folder + "/inner", in: folder) == nil)
        var made = stat()
        #expect(stat(folder + "/inner", &made) == 0 && made.st_mode & 0o7777 == 0o700)
        #expect(FolderOwner.makeFolder(folder + "/no/such", in: folder) == ENOENT)
    }

    @Test func inAFolderOfOnesOwnNothingIsGivenAway() {
        let file = open("file")
        defer { close(file) }
        #expect(FolderOwner.give(file, toOwnerOf: folder))
        #expect(owner(folder + "/file") == geteuid())
    }

    @Test(.enabled(if: geteuid() == 0)) func whatRootMakesBelongsToWhomTheFolderBelongs() {
        let nobody: uid_t = 65_534
        chown(folder, nobody, nobody)
        let (file, second) = (open("file"), open("second"))
        #expect(FolderOwner.give(file, toOwnerOf: folder) && owner(folder + "/file") == nobody)
        // One with another name may be somebody else's.
        let linked = open("linked", linkedTo: "second")
        #expect(!FolderOwner.give(linked, toOwnerOf: folder) && owner(folder + "/second") == 0)
        #expect(FolderOwner.makeFolder(folder + "/inner", in: folder) == nil && owner(folder + "/inner") == nobody)
        for descriptor in [file, second, linked] { close(descriptor) }
    }
}
