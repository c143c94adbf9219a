import Foundation
import SabirCore

/// The configuration file of the running node, stored as `running.json` in its state folder, from which `check-config`
/// tells what a reload would take over. Holds the file's secrets, so it is as private as they are.
package struct RunningConfiguration: Codable, Hashable, Sendable {
    private static let largest = 4 * TOMLDocument.maximumBytes

    /// The file at the node's start, and at the last reload.
    private let began: String
    private let taken: String?
    private var process = getpid()
    /// When the process started, in ticks as proc(5) counts them: another process may have taken its number.
    private var ticks = Self.ticks(of: getpid()) ?? ""

    private static func file(in stateDirectory: String) -> PrivateFile {
        PrivateFile(path: stateDirectory + "/running.json")
    }

    /// Stores the configuration of this process; without a text, removes the file.
    ///
    /// - Parameter taken: the text at the last reload; nil if there was none.
    package static func save(
        _ began: SourceText, taken: SourceText? = nil, in stateDirectory: String
    ) throws(PrivateFileError) {
        let running = began.text.map { RunningConfiguration(began: $0, taken: taken?.text) }
        guard let running, let data = try? JSONEncoder().encode(running) else { return try remove(in: stateDirectory) }
        try file(in: stateDirectory).write(data)
    }

    package static func remove(in stateDirectory: String) throws(PrivateFileError) {
        try file(in: stateDirectory).remove()
    }

    /// How a configuration differs from that of the node running with its state folder: the keys a reload takes over,
    /// and those that need a restart. Nil if no node runs, or this user may not read its file.
    package static func changes(
        to new: NodeConfiguration, on environment: ConfigurationEnvironment
    ) -> ReloadedKeys? {
        func parsed(_ text: String) -> NodeConfiguration? {
            try? NodeConfiguration(parsing: text, file: "running.json", on: environment)
        }
        guard let data = try? file(in: new.node.stateDirectory).read(atMost: largest),
            let running = try? JSONDecoder().decode(RunningConfiguration.self, from: data),
            let ticks = ticks(of: running.process), ticks == running.ticks,
            var configuration = parsed(running.began)
        else { return nil }
        if let taken = running.taken {
            guard let read = parsed(taken) else { return nil }
            _ = configuration.reload(read)
        }
        return configuration.reload(new)
    }

    /// Field 22 of the process's line in proc(5); nil if there is no such process. Field 2, the program's name, may
    /// contain blanks.
    private static func ticks(of process: Int32) -> String? {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = line.lastIndex(of: ")")
        else { return nil }
        let fields = line[end...].split(separator: " ")
        return fields.count > 20 ? String(fields[20]) : nil
    }
}

/// The text a configuration was parsed from. Not part of the settings, so all values are equal.
package struct SourceText: Equatable, Sendable {
    /// The file's text, which may hold secrets; nil if no file was read.
    package internal(set) var text: String?

    package static func == (_: SourceText, _: SourceText) -> Bool { true }
}

/// Keeps the text out of the log, however the configuration is printed.
extension SourceText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { text == nil ? "no file" : "a file" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
