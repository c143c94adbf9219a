import Foundation
import Glibc
import SabirCore

/// The file that a node runs with, as `running.json` of its state folder has it: so `check-config` can say of another version
/// of it what a reload takes. It has the file's secrets, and is as private as those are.
package struct RunningConfiguration: Codable, Hashable, Sendable {
    private static let largest = 4 * TOMLDocument.maximumBytes

    /// As it was when the node began, and as it was when it was read again last.
    private let began: String
    private let taken: String?
    private let process: Int32
    /// When that began, as proc(5) counts: another process may have its number by now.
    private let ticks: String

    private init(began: String, taken: String?) {
        self.began = began
        self.taken = taken
        process = getpid()
        ticks = Self.ticks(of: getpid()) ?? ""
    }

    private static func file(in stateDirectory: String) -> PrivateFile {
        PrivateFile(path: stateDirectory + "/running.json")
    }

    /// Of this process. Without a text there is none.
    ///
    /// - Parameter taken: nil where it was read once only.
    package static func keep(
        _ began: SourceText, taken: SourceText? = nil, in stateDirectory: String
    ) throws(PrivateFileError) {
        let running = began.text.map { RunningConfiguration(began: $0, taken: taken?.text) }
        guard let running, let data = try? JSONEncoder().encode(running) else { return try forget(in: stateDirectory) }
        try file(in: stateDirectory).write(data)
    }

    package static func forget(in stateDirectory: String) throws(PrivateFileError) {
        try file(in: stateDirectory).remove()
    }

    /// In what a configuration differs from that of the node whose state folder it names: what it takes at a reload, and what
    /// with a restart. Nil where none runs, or this user may not know it.
    package static func changes(
        to new: NodeConfiguration, on environment: ConfigurationEnvironment
    ) -> ReloadedKeys? {
        guard let data = try? file(in: new.node.stateDirectory).read(atMost: largest),
            let running = try? JSONDecoder().decode(RunningConfiguration.self, from: data),
            let ticks = ticks(of: running.process), ticks == running.ticks,
            var configuration = try? parsed(running.began, environment)
        else { return nil }
        if let taken = running.taken {
            guard let read = try? parsed(taken, environment) else { return nil }
            _ = configuration.reload(read)
        }
        return configuration.reload(new)
    }

    private static func parsed(
        _ text: String, _ environment: ConfigurationEnvironment
    ) throws(ConfigurationError) -> NodeConfiguration {
        try NodeConfiguration(parsing: text, file: "running.json", on: environment)
    }

    /// The 22nd field of its line in proc(5); nil where there is no such process. The second, its name, may have blanks.
    private static func ticks(of process: Int32) -> String? {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = line.lastIndex(of: ")")
        else { return nil }
        let fields = line[end...].split(separator: " ")
        return fields.count > 20 ? String(fields[20]) : nil
    }
}

/// What a configuration was read from, word for word: no part of what it says, so that all of them are the same.
package struct SourceText: Equatable, Sendable {
    /// Nil where no file was read. It may hold secrets.
    package internal(set) var text: String?

    package static func == (_: SourceText, _: SourceText) -> Bool { true }
}

/// No log shows it, whatever prints the configuration.
extension SourceText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { text == nil ? "no file" : "a file" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
