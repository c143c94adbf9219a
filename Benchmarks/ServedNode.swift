import Foundation

/// A `sabir serve` with one room, as a process of its own.
final class ServedNode {
    let port: Int
    private let process = Process()
    private let home: URL

    /// - Parameter flags: besides those for a lone room without page, engine and limits.
    init(_ program: String, _ flags: [String] = []) throws {
        home = FileManager.default.temporaryDirectory.appending(path: "sabir-bench-\(UUID())")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            [
                "serve", "--room", "Bench", "--port", "0", "--bind", "127.0.0.1", "--no-mdns", "--no-translate",
                "--no-web", "--unlimited", "--log-level", "error",
            ] + flags
        process.environment = ["HOME": home.path, "LANG": "C.UTF-8"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // open Bench 127.0.0.1:PORT ID
        var line = ""
        while !line.contains("\n"), let more = String(data: output.fileHandleForReading.availableData, encoding: .utf8),
            !more.isEmpty
        { line += more }
        let address = line.split(separator: " ").dropFirst(2).first ?? ""
        guard let number = address.split(separator: ":").last.flatMap({ Int($0) }) else { throw NotOpen(said: line) }
        self.port = number
    }

    /// Resident memory, in bytes.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1_024
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: home)
    }

    private struct NotOpen: Error { let said: String }
}
