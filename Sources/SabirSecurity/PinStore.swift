import Foundation
import Glibc
import SabirWire

/// The file of the pins, `known-rooms.json` in the state folder: shared by all of this person's programs, which change
/// it one at a time (flock(2) on a file beside it).
package struct PinStore: Sendable {
    private static let largestFile = 8 << 20
    private static let patience = (tries: 100, pause: Duration.milliseconds(20))

    private let file: PrivateFile
    private let lock: String

    package init(folder: String) {
        file = PrivateFile(path: folder + "/known-rooms.json")
        lock = folder + "/known-rooms.lock"
    }

    /// None where there is no file yet. A file that cannot be understood is an error: to begin anew would be to trust
    /// everybody once more.
    package func read() throws(SecurityError) -> Pins {
        guard let data = try file.read(atMost: Self.largestFile) else { return Pins() }
        do {
            return try JSONDecoder().decode(Pins.self, from: data)
        } catch {
            throw SecurityError(
                "\(file.path) is damaged: which hosts are known cannot be read from it. Put back a copy of it, or move "
                    + "it away, and every host counts as met for the first time.",
                as: "file", ["path": file.path])
        }
    }

    /// Reads the pins, lets `change` at them, and writes them. Waits 2 seconds at most for other programs.
    package func update(_ change: @Sendable (inout Pins) -> Void) async throws(SecurityError) {
        let handle = try await locked()
        defer { close(handle) }
        try write(change)
    }

    /// The same on the calling thread, which waits for the disk. False, and nothing is changed, where another program is
    /// at it.
    package func updateAtOnce(_ change: (inout Pins) -> Void) throws(SecurityError) -> Bool {
        let handle = try opened()
        defer { close(handle) }
        guard flock(handle, LOCK_EX | LOCK_NB) == 0 else { return false }
        try write(change)
        return true
    }

    private func write(_ change: (inout Pins) -> Void) throws(SecurityError) {
        var pins = try read()
        let before = pins
        change(&pins)
        guard pins != before else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(pins) else { return }
        try file.write(data)
    }

    private func locked() async throws(SecurityError) -> Int32 {
        let handle = try opened()
        for _ in 0..<Self.patience.tries {
            if flock(handle, LOCK_EX | LOCK_NB) == 0 { return handle }
            try? await Task.sleep(for: Self.patience.pause)
        }
        close(handle)
        throw SecurityError("\(file.path) is held by another program; try again.", as: "file", ["path": file.path])
    }

    private func opened() throws(SecurityError) -> Int32 {
        let folder = (lock as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let handle = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard handle >= 0 else {
            throw SecurityError(
                "\(lock) cannot be opened: \(String(cString: strerror(errno)).lowercased()).", as: "file",
                ["path": lock])
        }
        FolderOwner.takes(handle, in: folder)
        return handle
    }
}
