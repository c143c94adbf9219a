import ArgumentParser
import SabirHistory
import SabirConfiguration

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "What was said and is kept on disk: list, show, search, export, erase.",
        discussion: """
            Works whether a node is running or not. Name a room by its name or id. Give a time as a day (2026-11-21), \
            a minute (2026-11-21T14:30) or how long ago (3d, 2h, 30m).

            Examples:  sabir history list
                       sabir history show Reception --last 20
                       sabir history search "blood pressure" --since 7d
                       sabir history export Reception --format html --lang es -o room.html
                       sabir history erase --person "Anna Rossi"
            """,
        subcommands: [
            HistoryListCommand.self, HistoryShowCommand.self, HistorySearchCommand.self, HistoryExportCommand.self,
            HistoryEraseCommand.self,
        ])
}

extension CommonOptions {
    /// The path of the history that the commands read.
    func historyPath() throws -> String { try configuration(secrets: .none).historyPath }

    /// Runs `body` with the history open.
    func withHistory<T>(_ body: (HistoryInspection) async throws -> T) async throws -> T {
        let history = try HistoryInspection(path: historyPath())
        defer { history.close() }
        return try await body(history)
    }
}

struct SpanOptions: ParsableArguments {
    @Option(help: "Only lines since then: 2026-11-21, 2026-11-21T14:30, 3d, 2h.")
    var since: String?

    @Option(help: "Only lines until then; a day or minute counts whole.")
    var until: String?

    func span() throws -> ClosedRange<Int>? {
        try orUsage { try MomentText.span(since: since, until: until) }
    }
}

extension HistoryFilter {
    /// - Parameter room: name or id of a room, nil for all rooms.
    init(room: String?, person: String?, span: ClosedRange<Int>?, in history: HistoryInspection) async throws {
        let summaries = room == nil ? [] : try await history.summaries()
        self.init(room: try room.map { try summaries.room($0).id }, person: person, span: span)
    }
}
