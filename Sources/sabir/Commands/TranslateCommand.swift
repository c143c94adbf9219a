import ArgumentParser
import SabirCore
import SabirTerminal
import SabirTranslation
import SabirProtocol
import SabirNode

struct TranslateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "translate", abstract: "Translate a text once, through the configured engine.",
        discussion: """
            Without TEXT, each line of standard input is translated.

            Examples:  sabir translate --from es --to ca "¿Dónde está la farmacia?"
                       sabir translate --from en --to es --json < letter.txt
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: "Language of the text, such as es. Without it, that of your locale.", transform: LanguageTag.known)
    var from: LanguageTag?

    @Option(help: "Language wanted. Without it, that of your locale.", transform: LanguageTag.known)
    var to: LanguageTag?

    @Flag(help: "One JSON object a line, with all that is known of the translation.")
    var json = false

    @Argument(help: "The text.")
    var text: [String] = []

    func run() async throws {
        let configuration = try common.configuration(secrets: .guest)
        let translationService = TranslationService(configuration, logger: common.logger(.error))
        _ = await translationService.translator.standings()
        var isComplete = true
        if text.isEmpty {
            while let line = readLine() { isComplete = await show(line, translationService) && isComplete }
        } else {
            isComplete = await show(text.joined(separator: " "), translationService)
        }
        await translationService.close()
        if !isComplete { throw ExitCode(1) }
    }

    private func show(_ text: String, _ translationService: TranslationService) async -> Bool {
        let own = LanguageTag.ofThisLocale()
        let reader = to ?? own
        let source = from ?? .ofThisLocale()
        let made = await translationService.translator.translate(text, from: source, to: reader)
        let line = translationService.confirmation.marked(made, of: text, in: source)
        if json {
            StandardOutput.print(line.fields(for: own, translationService.wording).text)
        } else {
            StandardOutput.print(line.text ?? text)
            StandardError.write(Self.provenance(line, for: own, translationService.wording) + "\n")
        }
        return line.state != .untranslated
    }

    /// Where the translation comes from, and its warnings, for the person at the terminal, who may not read the target
    /// language.
    static func provenance(
        _ line: TranslationOutcome, for person: LanguageTag, _ wording: ReaderWording
    ) -> String {
        let warnings = line.warnings.map { wording.sentence($0, in: person) }
        return SafeText.line(([wording.origin(of: line, in: person)] + warnings).joined(separator: " "))
    }
}

extension TranslationOutcome {
    /// The fields for programs, with reason and warnings in the language of the program's user.
    func fields(for reader: LanguageTag, _ wording: ReaderWording) -> JSONFields {
        let warnings = warnings.map { warning in
            [
                "kind": warning.kind.rawValue, "weight": warning.kind.weight.rawValue,
                "text": wording.sentence(warning, in: reader),
            ]
        }
        let pivot = pivots.isEmpty ? nil : pivots.map(\.description).joined(separator: ",")
        var fields: JSONFields = [
            "text": text, "state": state.rawValue, "engine": engine, "pivot": pivot, "cached": cached,
            "ms": milliseconds, "code": reason?.code, "reason": reason.map { wording.sentence($0, in: reader) },
            "warnings": warnings,
        ]
        fields["second"] = second?.fields
        return fields
    }
}

extension SecondReading {
    fileprivate var fields: JSONFields {
        [
            "way": way.rawValue, "text": text, "lang": language.description, "engine": engine,
            "agrees": difference == nil,
        ]
    }
}
