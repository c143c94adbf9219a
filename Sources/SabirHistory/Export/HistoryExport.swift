import Foundation
import GRDB
import SabirProtocol

/// Exports lines in several forms, piece by piece, so that a history of any length needs little memory.
package struct HistoryExport: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        /// One JSON object a line (https://jsonlines.org), with the field names of the wire.
        case jsonLines = "jsonl"
        case text
        /// One page without scripts, for reading and printing.
        case html
    }

    package var format: Format
    /// The heading of a page; other forms ignore it.
    package var title: String
    /// A sentence that readers should know first; ignored by JSON Lines.
    package var notice: String?
    /// The language of the notice and of the page.
    package var lang: LanguageTag?
    package var timeZone: TimeZone
    /// Translates a line for the reader, given the confirmed translations of it, oldest first; nil for a line that
    /// needs no translation. Without this function only originals are exported. Called for several lines at a time.
    package typealias Translate = @Sendable (Message, _ confirmations: [Message]) async -> ExportTranslation?

    package var translate: Translate?

    package init(
        _ format: Format, title: String, notice: String? = nil, lang: LanguageTag? = nil,
        timeZone: TimeZone = .current, translate: Translate? = nil
    ) {
        self.format = format
        self.title = title
        self.notice = notice
        self.lang = lang
        self.timeZone = timeZone
        self.translate = translate
    }

    /// Lines in memory at a time.
    static let page = 256
    /// Lines translated at a time.
    static let translations = 16

    var writer: any ExportWriter {
        switch format {
        case .jsonLines: JSONLinesWriter()
        case .text: TextWriter(notice: notice, time: ExportTime(timeZone))
        case .html: HTMLWriter(title: title, notice: notice, lang: lang, time: ExportTime(timeZone))
        }
    }

    /// The translations of a page's lines, in order.
    ///
    /// - Parameter confirmed: the confirmed translations of those lines.
    func translations(
        of page: [Message], confirmed: [MessageID.Value: [Message]]
    ) async -> [ExportTranslation?] {
        guard let translate else { return page.map { _ in nil } }
        return await withTaskGroup(of: (Int, ExportTranslation?).self) { group in
            var found = [ExportTranslation?](repeating: nil, count: page.count)
            for (index, message) in page.enumerated() {
                if index >= Self.translations, let (done, translation) = await group.next() {
                    found[done] = translation
                }
                group.addTask { (index, await translate(message, confirmed[message.id.value] ?? [])) }
            }
            for await (index, translation) in group { found[index] = translation }
            return found
        }
    }
}

/// One form of an export; each call returns the next piece.
protocol ExportWriter {
    var head: String { get }
    var tail: String { get }
    func room(_ room: RoomSummary) -> String
    mutating func line(_ message: Message, _ translation: ExportTranslation?, in room: RoomSummary) -> String
}

/// Formats days and times as in ISO 8601.
struct ExportTime: Sendable {
    private let day: Date.ISO8601FormatStyle
    private let clock: Date.ISO8601FormatStyle

    init(_ timeZone: TimeZone) {
        day = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
        clock = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    }

    func day(_ ts: Int) -> String { date(ts).formatted(day) }
    func clock(_ ts: Int) -> String { date(ts).formatted(clock) }

    private func date(_ ts: Int) -> Date { Date(timeIntervalSince1970: Double(ts) / 1_000) }
}

extension HistoryInspection {
    /// Writes the lines that a filter includes, room by room, oldest first, and returns how many. Rethrows what `sink`
    /// throws.
    @discardableResult
    package func export(
        _ filter: HistoryFilter, as export: HistoryExport, to sink: (String) async throws -> Void
    ) async throws -> Int {
        var writer = export.writer
        var count = 0
        try await sink(writer.head)
        let filters = try await database.pool.read { try RoomFilter.all(filter, in: $0) }
        for room in try await database.rooms() {
            guard let filter = filters.first(where: { $0.room == room.number }) else { continue }
            var next = filter.rows.lowerBound
            while let page = try await database.page(filter, from: next) {
                var text = next == filter.rows.lowerBound ? writer.room(room) : ""
                let confirmed =
                    export.translate == nil ? [:] : try await database.confirmations(of: page, in: room.number)
                for (message, translation) in zip(page, await export.translations(of: page, confirmed: confirmed)) {
                    text += writer.line(message, translation, in: room)
                    next = LineKey(room.number, message.seq).value + 1
                }
                count += page.count
                try await sink(text)
            }
        }
        try await sink(writer.tail)
        return count
    }
}

extension HistoryDatabase {
    /// The confirmed translations of these lines, in order of number, by the wording that each confirms.
    fileprivate func confirmations(
        of page: [Message], in room: RoomNumber
    ) async throws -> [MessageID.Value: [Message]] {
        var byWording: [MessageID.Value: [Message]] = [:]
        for message in try await confirmations(of: page.map { $0.revision?.line ?? $0.id }, in: room) {
            if let wording = message.confirms { byWording[wording.value, default: []].append(message) }
        }
        return byWording
    }

    /// The lines that confirm a translation of one of these messages, each named by its first wording, in order of
    /// number.
    func confirmations(of lines: [MessageID], in room: RoomNumber) async throws -> [Message] {
        let (rows, lines) = (LineKey.rows(room), Set(lines.map(\.plain)))
        let sql = """
            \(LineColumns.selection) WHERE confirms IS NOT NULL AND text IS NOT NULL AND retracted IS NULL
            AND corrects IN (\(lines.map { _ in "?" }.joined(separator: ",")))
            AND message.id BETWEEN ? AND ? ORDER BY message.id
            """
        return try await pool.read { database in
            try Row.fetchAll(
                database, sql: sql,
                arguments: StatementArguments(lines.sorted()) + [rows.lowerBound, rows.upperBound]
            ).compactMap(LineColumns.message)
        }
    }

    /// The next lines that a filter includes; nil where there are no more.
    fileprivate func page(_ filter: RoomFilter, from first: Int64) async throws -> [Message]? {
        guard first <= filter.rows.upperBound else { return nil }
        let sql = """
            \(LineColumns.selection) WHERE message.id BETWEEN ? AND ? AND text IS NOT NULL\(filter.conditions)
            ORDER BY message.id LIMIT ?
            """
        let page = try await pool.read { database in
            try Row.fetchAll(database, sql: sql, arguments: [first, filter.rows.upperBound, HistoryExport.page])
                .compactMap(LineColumns.message)
        }
        return page.isEmpty ? nil : page
    }
}
