import Dispatch
import Foundation

/// Another program, run to its end.
enum BoundedCommand {
    /// What it printed; nil where it is not there, failed, or took longer than `seconds`.
    static func output(_ program: String, _ arguments: [String], within seconds: Int = 5) -> String? {
        guard let path = path(of: program) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let printed = Pipe()
        process.standardOutput = printed
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let id = process.processIdentifier
        let end = DispatchWorkItem { kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end)
        let data = printed.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        end.cancel()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    static func isThere(_ program: String) -> Bool { path(of: program) != nil }

    /// Daemons' tools lie where an ordinary user's PATH does not lead.
    private static func path(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/sbin", "/usr/bin"]).map { "\($0)/\(program)" }
            .first { access($0, X_OK) == 0 }
    }
}
