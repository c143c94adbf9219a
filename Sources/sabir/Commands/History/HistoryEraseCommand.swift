import ArgumentParser
import Foundation
import SabirCore
import SabirHistory
import SabirTerminal

struct HistoryEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase the lines of a room, a person or a time, and their bytes on disk.",
        discussion: """
            Says what would go, and asks. With several of --room, --person, --since and --until it erases the lines to \
            which all of them apply. It asks a running node to do this, and waits for it. A room with log = "nats" is \
            erased only if --room names it: its lines go from the cluster.

            Examples:  sabir history erase --person "Anna Rossi"
                       sabir history erase --room Reception --until 30d --yes
            """)

    /// Most names shown before asking for confirmation.
    private static let mostPeople = 5

    @OptionGroup var common: CommonOptions
    @OptionGroup var span: SpanOptions

    @Option(help: "Only in this room: its name or id.")
    var room: String?

    @Option(help: "Only lines of this person: a name, or a member's id.")
    var person: String?

    @Flag(help: "Do not ask.")
    var yes = false

    @Option(help: "Seconds to wait for a running node, 1 to 3600.")
    var wait = 300

    func validate() throws {
        guard (1...3_600).contains(wait) else { throw ValidationError("--wait takes 1 to 3600 seconds.") }
        guard person != "" else { throw ValidationError("--person takes a name, or a member's id.") }
        guard room != nil || person != nil || span.since != nil || span.until != nil else {
            throw ValidationError("What is to be erased? Name it with --room, --person, --since or --until.")
        }
    }

    func run() async throws {
        let span = try span.span()
        if let room, Self.clustered(room, in: try common.configuration(secrets: .none)) != nil {
            try await eraseInCluster(room, span)
            return try printRemainingRecords()
        }
        let path = try common.historyPath()
        let meant: HistoryFilter?
        do {
            meant = try await filter(span, path)
        } catch {
            // What staff did is kept where no line is.
            try printRemainingRecords()
            throw error
        }
        if let meant {
            guard yes || isSure() else { throw Failure("Nothing was erased.") }
            try await erase(meant, path)
        } else {
            StandardOutput.print("There is no such line: nothing was erased.")
        }
        try printRemainingRecords()
    }

    /// Which lines are meant, after telling how many there are; nil where there are none.
    private func filter(_ span: ClosedRange<Int>?, _ path: String) async throws -> HistoryFilter? {
        try await common.withHistory { history in
            let filter = try await HistoryFilter(room: room, person: person, span: span, in: history)
                .ending(with: history.summaries())
            let extent = try await history.extent(filter)
            guard extent.lines > 0 else { return nil }
            StandardOutput.print(Self.sentence(extent, path))
            return filter
        }
    }

    /// Tells about records outside the history, which stay and may name the person.
    private func printRemainingRecords() throws {
        guard let person else { return }
        let folder = try common.stateDirectory()
        for file in StaffRecords.files(naming: person, in: folder) {
            StandardOutput.print("Not reached: \(file) names this person. docs/history.md says how long it is kept.")
        }
    }

    func isSure() -> Bool {
        StandardOutput.print("Backups, exports and what people see on their screens are not reached. Erase? Type yes:")
        return readLine()?.lowercased() == "yes"
    }

    private func erase(_ filter: HistoryFilter, _ path: String) async throws {
        let erasing = try HistoryErasing(filter, path: path, logger: common.logger(.critical))
        let outcome = try await erasing.run(within: .seconds(wait)) {
            StandardError.write("A node is running: it erases within some seconds. Waiting for it.\n")
        }
        guard case .erased(let lines) = outcome else {
            throw Failure(
                "The node has not erased it within \(wait) seconds: its log, and sabir doctor, say why. It is still "
                    + "asked to, and does so as soon as it can.")
        }
        StandardOutput.print("Erased: \(HistoryText.lines(lines)). Their bytes are gone from the history's files.")
        try deleteFormerTranslations()
        for file in HistoryHealth.asides(of: path) {
            StandardOutput.print("Not reached: \(file). Delete it if it need not be kept.")
        }
    }

    /// Deletes the whole file, because it does not say whose words it has. A node would delete it too, but perhaps none
    /// has started since the update.
    func deleteFormerTranslations() throws {
        let folder = try common.stateDirectory()
        do {
            guard let path = try FormerTranslations.delete(in: folder) else { return }
            StandardOutput.print("Deleted as well: \(path), the translations that an earlier version kept on disk.")
        } catch {
            throw Failure("Translations that an earlier version kept on disk may still hold these words: \(error)")
        }
    }

    static func sentence(_ extent: HistoryExtent, _ path: String) -> String {
        let rooms = extent.shares.map { "\"\(SafeText.name($0.room.name))\" \($0.lines)" }.joined(separator: ", ")
        let times = extent.times.map { ", " + HistoryText.times($0) } ?? ""
        return "\(HistoryText.lines(extent.lines)) in \(path)\(times)\n  rooms: \(rooms)\n" + people(extent.people)
    }

    static func people(_ all: [String]) -> String {
        let names = all.prefix(mostPeople).map { SafeText.name($0) }.joined(separator: ", ")
        return "  people: \(names)" + (all.count > mostPeople ? " and \(all.count - mostPeople) more" : "")
    }
}

/// Files of staff's work in the state folder: actions and reports (`audit.jsonl` and older ones), open reports
/// (`reports/`), and bans (`moderation/`).
enum StaffRecords {
    /// Files that contain this name or member id, in order.
    static func files(naming person: String, in folder: String) -> [String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let quoted = try? encoder.encode(person) else { return [] }
        // Without its quotation marks, because an entry may continue after the name.
        let name = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        let files =
            FileSystem.names(in: folder).filter { $0.hasPrefix("audit.") && $0.hasSuffix(".jsonl") }
            + ["reports", "moderation"].flatMap { place in
                FileSystem.names(in: "\(folder)/\(place)").map { "\(place)/\($0)" }
            }
        return files.map { "\(folder)/\($0)" }.filter { file in
            guard let data = FileManager.default.contents(atPath: file) else { return false }
            return String(decoding: data, as: UTF8.self).replacing("\\/", with: "/").contains(name)
        }
    }
}

extension HistoryFilter {
    /// Limits erasing to the lines that were shown: lines written from now on stay. Includes lines of a clock that was
    /// ahead.
    fileprivate func ending(with rooms: [RoomSummary]) -> HistoryFilter {
        let newest = rooms.compactMap(\.times?.upperBound).max() ?? 0
        let end = max(newest, ClockReading.now().wall)
        var filter = self
        filter.span = min(span?.lowerBound ?? 0, end)...min(span?.upperBound ?? end, end)
        return filter
    }
}
