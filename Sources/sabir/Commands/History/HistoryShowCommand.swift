import ArgumentParser
import SabirHistory

struct HistoryShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what was said in a room, oldest first, as it was written.",
        discussion: """
            Shows the last 50 lines; with --since or --until all lines of that time.

            Examples:  sabir history show Reception --last 20
                       sabir history show Reception --since 2h --person Anna
                       sabir history show Reception --since 2026-11-21 --json
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var span: SpanOptions

    @Option(help: "Only so many of the last lines, 1 to 100000.")
    var last: Int?

    @Option(help: "Only lines of this person: a name, or a member's id.")
    var person: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    @Argument(help: "The room's name or id.")
    var room: String

    func validate() throws {
        guard last.map({ (1...100_000).contains($0) }) ?? true else {
            throw ValidationError("--last takes 1 to 100000.")
        }
    }

    func run() async throws {
        let span = try span.span()
        try await common.withHistory { history in
            let room = try await history.summaries().room(room)
            let filter = HistoryFilter(room: room.id, person: person, span: span)
            let limit = last ?? (span == nil ? 50 : .max)
            let hits = try await history.newest(limit, filter)
            if hits.isEmpty { StandardError.write("There is no such line.\n") }
            var day = ""
            for hit in hits { show(hit, room, &day) }
        }
    }

    private func show(_ hit: HistoryHit, _ room: RoomSummary, _ day: inout String) {
        if json { return StandardOutput.print(String(JSONLinesWriter.line(hit, in: room).dropLast())) }
        let today = HistoryText.day(hit.message.ts)
        if today != day { StandardOutput.print(today) }
        day = today
        StandardOutput.print("\(HistoryText.clock(hit.message.ts))  \(HistoryText.said(hit.message))")
    }
}
