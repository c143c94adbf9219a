import ArgumentParser
import Foundation
import SabirConfiguration
import SabirHistory
import SabirTerminal

struct HistoryListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the rooms with lines on disk: how many, from when to when.",
        discussion: "Example:  sabir history list --json")

    @OptionGroup var options: HistoryOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let path = try options.path()
        guard FileManager.default.fileExists(atPath: path) else {
            return show(["path": .string(path), "exists": .bool(false), "rooms": .array([])], path) {
                ["Nothing is kept on disk (there is no \(path))."]
            }
        }
        try await options.withHistory { history in
            let rooms = try await history.summaries()
            let fields: [String: JSONValue] = [
                "path": .string(path), "exists": .bool(true), "bytes": .int(history.bytes),
                "lines": .int(rooms.reduce(0) { $0 + $1.lines }),
                "rooms": .array(rooms.map { .object(Self.fields($0)) }),
            ]
            show(fields, path) { Self.lines(rooms, path, history.bytes) }
        }
    }

    private func show(_ fields: [String: JSONValue], _ path: String, _ lines: () -> [String]) {
        if json { return StandardOutput.print(JSONValue.object(fields).text) }
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

    static func fields(_ room: RoomSummary) -> [String: JSONValue] {
        [
            "id": .string(room.id), "name": .string(room.name), "lines": .int(room.lines),
            "newest": .int(room.newest), "first": .optional(room.times.map { HistoryText.utc($0.lowerBound) }),
            "last": .optional(room.times.map { HistoryText.utc($0.upperBound) }),
        ]
    }
}
