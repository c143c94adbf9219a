import SabirHistory

/// `[history]`: the database file for rooms that keep their lines on disk.
package struct HistorySettings: Sendable, Equatable {
    package var fsync = HistoryStore.Settings.Synchronization.normal
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
