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
