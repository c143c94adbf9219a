import Foundation
import SabirCore

/// The file of the pins, `known-rooms.json` in the state folder: shared by all of this person's programs, which change
/// it one at a time (flock(2) on a file beside it).
package struct PinStore: Sendable {
    private static let largestFile = 8 << 20
    private static let patience = Duration.seconds(2)

    private let file: PrivateFile
    private let lock: String

    package init(folder: String) {
        file = PrivateFile(path: folder + "/known-rooms.json")
        lock = folder + "/known-rooms.lock"
    }

    /// Reads the pins; empty where there is no file yet. An unreadable file is an error: beginning anew would trust
    /// everybody once more.
    package func read() throws(SecurityError) -> Pins {
        guard let data = try file.kept(atMost: Self.largestFile) else { return Pins() }
        do {
            return try JSONDecoder().decode(Pins.self, from: data)
        } catch {
            throw SecurityError(
                "\(file.path) is damaged: which hosts are known cannot be read from it. Put back a copy of it, or move "
                    + "it away, and every host counts as met for the first time.",
                as: "file", ["path": file.path])
        }
    }

    /// Reads the pins, changes them with `change`, and writes them. Waits 2 seconds at most for other programs.
    package func update(_ change: @Sendable (inout Pins) -> Void) async throws(SecurityError) {
        FileSystem.makeFolder(folder)
        let held: FileLock
        do { held = try await FileLock.acquire(lock, patience: Self.patience) } catch { throw unlocked(error) }
        defer { withExtendedLifetime(held) {} }
        try write(change)
    }

    /// Like `update`, on the calling thread, which waits for the disk. Returns false, with nothing changed, while
    /// another program changes the file.
    func updateAtOnce(_ change: (inout Pins) -> Void) throws(SecurityError) -> Bool {
        FileSystem.makeFolder(folder)
        let held: FileLock
        do {
            held = try FileLock(lock)
        } catch {
            guard !error.isHeld else { return false }
            throw unlocked(error)
        }
        defer { withExtendedLifetime(held) {} }
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
        try file.keep(data)
    }

    private var folder: String { (lock as NSString).deletingLastPathComponent }

    private func unlocked(_ failure: FileLock.Failure) -> SecurityError {
        failure.isHeld
            ? SecurityError("\(file.path) is held by another program; try again.", as: "file", ["path": file.path])
            : SecurityError(
                "\(lock) cannot be opened: \(String(cString: strerror(failure.code)).lowercased()).", as: "file",
                ["path": lock])
    }
}
