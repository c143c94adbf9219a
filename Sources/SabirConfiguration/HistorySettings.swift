import SabirHistory

/// `[history]`: the file for the rooms whose lines are kept on disk.
package struct HistorySettings: Sendable, Equatable {
    /// What a line survives once it is acknowledged.
    package enum Synchronization: String, Sendable, CaseIterable {
        /// The end of the process.
        case normal
        /// The loss of power too.
        case always
    }

    package var fsync = Synchronization.normal
    /// An absolute path; nil for `history.sqlite` in the state directory.
    package var file: String?
}

extension HistorySettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [.value("fsync", \.fsync, .word), .optional("file", \.file, .path)]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        file = file.map(reader.environment.expandingHome)
    }
}

extension NodeConfiguration {
    /// Where the history lies, or would.
    package var historyPath: String { history.file ?? node.stateDirectory + "/history.sqlite" }
}

/// Where a node keeps its history.
package struct HistoryPlace: Sendable, Hashable {
    /// An absolute path; the file need not be there.
    package let path: String
    /// Names of the rooms whose lines the configuration wants on disk.
    package let rooms: [String]

    package init(_ configuration: NodeConfiguration) {
        self.init(
            path: configuration.historyPath,
            rooms: configuration.rooms.filter { $0.history == .disk }.map(\.name))
    }

    package init(path: String, rooms: [String]) {
        self.path = path
        self.rooms = rooms
    }
}
