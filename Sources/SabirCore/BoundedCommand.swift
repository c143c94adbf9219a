import Dispatch
import Foundation

/// Another program, run to its end.
package enum BoundedCommand {
    /// What it printed; nil where it is not there, failed, or took longer than `seconds`.
    package static func output(_ program: String, _ arguments: [String], within seconds: Int = 5) -> String? {
        guard let ended = run(program, arguments, within: seconds), ended.isWell else { return nil }
        return ended.text
    }

    /// How it ended and what it printed, with `complaints` those of standard error too; nil where it is not there.
    ///
    /// - Parameter more: what its environment has beside this process's.
    package static func run(
        _ program: String, _ arguments: [String], more: [String: String] = [:], complaints: Bool = false,
        within seconds: Int
    ) -> (isWell: Bool, text: String)? {
        guard let path = path(of: program) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let printed = Pipe()
        process.standardOutput = printed
        process.standardInput = FileHandle.nullDevice
        process.standardError = complaints ? printed : FileHandle.nullDevice
        process.environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        guard (try? process.run()) != nil else { return nil }
        let id = process.processIdentifier
        let end = DispatchWorkItem { kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end)
        let data = printed.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        end.cancel()
        let isWell = process.terminationReason == .exit && process.terminationStatus == 0
        return (isWell, String(decoding: data, as: UTF8.self))
    }

    /// Whether it can be run.
    package static func isThere(_ program: String) -> Bool { path(of: program) != nil }

    /// Daemons' tools lie where an ordinary user's PATH does not lead.
    private static func path(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/sbin", "/usr/bin"]).map { "\($0)/\(program)" }
            .first { access($0, X_OK) == 0 }
    }
}
