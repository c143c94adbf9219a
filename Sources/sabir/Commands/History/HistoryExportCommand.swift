import ArgumentParser
import SabirHistory
import SabirTranslation
import SabirProtocol
import SabirNode

struct HistoryExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a room's messages as JSON Lines, text, or a page to print.",
        discussion: """
            With --lang each line is there in that language too, translated now by the configured engines, with how \
            sure that is. A line that no engine can translate is there as it was written, with the reason.

            Examples:  sabir history export Reception > reception.jsonl
                       sabir history export Reception --format html --lang es -o room.html
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var span: SpanOptions

    @Option(help: "jsonl, text or html.")
    var format = HistoryExport.Format.jsonLines

    @Option(help: "Language to read it in, such as es. Without it, the originals alone.", transform: LanguageTag.known)
    var lang: LanguageTag?

    @Option(help: "Only lines of this person: a name, or a member's id.")
    var person: String?

    @Option(name: [.customShort("o"), .customLong("output")], help: "File to write. Without it, standard output.")
    var file: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @Argument(help: "The room's name or id.")
    var room: String

    func run() async throws {
        let span = try span.span()
        let configuration = try common.configuration(secrets: lang == nil ? .none : .guest)
        try await common.withHistory { history in
            let room = try await history.summaries().room(room)
            let filter = HistoryFilter(room: room.id, person: person, span: span)
            let target = try ExportTarget(file: file, replacing: force)
            guard let lang else {
                return try await write(HistoryExport(format, title: room.name), filter, history, to: target)
            }
            let translationService = TranslationService(configuration, logger: common.logger(.error))
            _ = await translationService.translator.standings()
            let people = try await history.extent(filter).people
            let translator = ExportTranslator(translationService, into: lang, people: people)
            let notice = translationService.wording.interface.sentence("notice.first", in: lang)
            let export = HistoryExport(format, title: room.name, notice: notice, lang: lang) {
                await translator.translation(of: $0, confirmedBy: $1)
            }
            try await write(export, filter, history, to: target)
            await translationService.close()
            await tellUntranslated(translator, translationService.wording)
        }
    }

    private func write(
        _ export: HistoryExport, _ filter: HistoryFilter, _ history: HistoryInspection, to target: ExportTarget
    ) async throws {
        let count = try await target.write { put in
            try await history.export(filter, as: export) { text in try await put(text) }
        }
        if let file { StandardError.write("\(file): \(HistoryText.lines(count)).\n") }
    }

    private func tellUntranslated(_ translator: ExportTranslator, _ wording: ReaderWording) async {
        for (reason, count) in await translator.untranslated.sorted(by: { $0.value > $1.value }) {
            let why = wording.sentence(reason, in: .ofThisLocale())
            StandardError.write("\(HistoryText.lines(count)) not translated: \(why)\n")
        }
    }
}

extension HistoryExport.Format: ExpressibleByArgument {}
