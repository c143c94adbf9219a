import Foundation
import Synchronization

private let rowsHandedOut = Atomic<Int>(0)

/// Three real NATS servers in a folder and on ports of their own, by `scripts/cluster`.
final class Servers: Sendable {
    let folder: String
    let port: Int
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scripts/cluster").path

    var urls: [String] { (0..<3).map { "nats://127.0.0.1:\(port + $0)" } }

    /// Six ports in a row, for the servers and their links, below those that the system gives out by itself and apart from
    /// other tests' (Tests/contract/ports.py); a second try takes others, and a folder of its own.
    init() throws {
        for _ in 0..<5 {
            let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-cluster-\(UUID())").path
            let row = Int(getpid()) * 25 + rowsHandedOut.wrappingAdd(1, ordering: .relaxed).newValue
            let port = 14_000 + row % 125 * 8
            if Self.run(["start", "--folder", folder, "--port", "\(port)"]) {
                (self.folder, self.port) = (folder, port)
                return
            }
            _ = Self.run(["wipe", "--folder", folder, "--port", "\(port)"])
        }
        throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "no cluster came up"])
    }

    func kill(_ number: Int) { _ = run("kill", number) }
    func start(_ number: Int) { _ = run("start", number) }
    func wipe() { _ = Self.run(["wipe", "--folder", folder, "--port", "\(port)"]) }

    /// Files of rooms' streams, at all servers, with these bytes in them. The servers' journals are other files.
    func streamFiles(holding text: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return files.filter { file in
            guard file.contains("_log_"), file.contains("/msgs/") else { return false }
            return FileManager.default.contents(atPath: "\(folder)/\(file)")?.range(of: Data(text.utf8)) != nil
        }
    }

    private func run(_ command: String, _ number: Int) -> Bool {
        Self.run([command, "\(number)", "--folder", folder, "--port", "\(port)"])
    }

    private static func run(_ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: script)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
