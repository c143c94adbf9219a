import ArgumentParser
import Foundation
import SabirCore
import SabirConfiguration
import SabirHistory
import SabirTerminal

struct HistoryListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the rooms with lines on disk: how many, from when to when.",
        discussion: "Example:  sabir history list --json")

    @OptionGroup var common: CommonOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let path = try common.historyPath()
        guard FileManager.default.fileExists(atPath: path) else {
            return show(["path": path, "exists": false, "rooms": [String]()]) {
                ["Nothing is kept on disk (there is no \(path))."]
            }
        }
        try await common.withHistory { history in
            let rooms = try await history.summaries()
            let fields: JSONFields = [
                "path": path, "exists": true, "bytes": history.bytes, "lines": rooms.reduce(0) { $0 + $1.lines },
                "rooms": rooms.map(Self.fields),
            ]
            show(fields) { Self.lines(rooms, path, history.bytes) }
        }
    }

    private func show(_ fields: JSONFields, _ lines: () -> [String]) {
        if json { return StandardOutput.print(fields.text) }
        for line in lines() { StandardOutput.print(line) }
    }

    static func lines(_ rooms: [RoomSummary], _ path: String, _ bytes: Int) -> [String] {
        ["\(path): \(HistoryText.extent(rooms)), \(QuantityText.size(bytes))."]
            + rooms.map { room in
                let parts = [
                    SafeText.name(room.name, columns: 40), HistoryText.lines(room.lines),
                    room.times.map(HistoryText.times), SafeText.line(room.id),
                ]
                return parts.compactMap { $0 }.joined(separator: "  ")
            }
    }

    static func fields(_ room: RoomSummary) -> JSONFields {
        [
            "id": room.id, "name": room.name, "lines": room.lines, "newest": room.newest,
            "first": room.times.map { HistoryText.utc($0.lowerBound) },
            "last": room.times.map { HistoryText.utc($0.upperBound) },
        ]
    }
}
