import SabirHistory

/// `[history]`: the database file for rooms that keep their lines on disk.
package struct HistorySettings: Sendable, Equatable {
    /// What an acknowledged line survives.
    package enum Synchronization: String, Sendable, CaseIterable {
        /// The end of the process.
        case normal
        /// A loss of power too.
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
    /// The path of the history, whether or not it exists.
    package var historyPath: String { history.file ?? node.stateDirectory + "/history.sqlite" }
}

/// The history's file and the rooms stored in it.
package struct HistoryPlace: Sendable, Hashable {
    /// An absolute path; the file may be missing.
    package let path: String
    /// Names of the rooms that the configuration keeps on disk.
    package let rooms: [String]
}

extension HistoryPlace {
    package init(_ configuration: NodeConfiguration) {
        self.init(
            path: configuration.historyPath,
            rooms: configuration.rooms.filter { $0.history == .disk }.map(\.name))
    }
}
