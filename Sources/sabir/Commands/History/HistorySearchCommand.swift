import ArgumentParser
import SabirHistory
import SabirTerminal

struct HistorySearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find lines by their words, newest first.",
        discussion: """
            Finds lines that have all of the words, also as parts of longer words. Case and accents do not matter. \
            Quotation marks hold several words together: '"blood pressure"'.

            Examples:  sabir history search fever --room Reception
                       sabir history search 头 --since 7d
                       sabir history search insulin 20 --person Anna --json
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var span: SpanOptions

    @Option(help: "Only in this room: its name or id.")
    var room: String?

    @Option(help: "Only lines of this person: a name, or a member's id.")
    var person: String?

    @Option(help: "At most this many lines, 1 to 1000.")
    var limit = 50

    @Flag(help: "One JSON object a line.")
    var json = false

    @Argument(help: "The words.")
    var words: [String]

    func validate() throws {
        guard (1...HistoryQuery.most).contains(limit) else {
            throw ValidationError("--limit takes 1 to \(HistoryQuery.most).")
        }
    }

    func run() async throws {
        let span = try span.span()
        try await common.withHistory { history in
            let filter = try await HistoryFilter(room: room, person: person, span: span, in: history)
            let query = HistoryQuery(words.joined(separator: " "), filter: filter, limit: limit)
            guard !query.terms.isEmpty else { throw Failure.usage("Name a word to look for.") }
            let rooms = Dictionary(try await history.summaries().map { ($0.number, $0) }) { first, _ in first }
            let hits = try await history.search(query)
            for hit in hits { if let room = rooms[hit.room] { show(hit, room) } }
            if hits.isEmpty { throw Failure("", status: 1) }
            if hits.count == limit, !json {
                StandardError.write("There may be more than these \(limit): --limit, --since and --until choose.\n")
            }
        }
    }

    private func show(_ hit: HistoryHit, _ room: RoomSummary) {
        if json { return StandardOutput.print(String(JSONLinesWriter.line(hit, in: room).dropLast())) }
        let place = "\(HistoryText.minute(hit.message.ts))  \(SafeText.name(room.name, columns: 24))"
        StandardOutput.print("\(place)  \(HistoryText.said(hit.message, hit.excerpt().text))")
    }
}
