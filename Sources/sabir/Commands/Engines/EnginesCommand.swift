import ArgumentParser
import SabirConfiguration
import SabirCore
import SabirProtocol
import SabirTranslation
import SabirNode

struct EnginesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engines", abstract: "Which languages can be translated, and how well; install more.",
        discussion: """
            Examples:  sabir engines
                       sabir engines list es ca ar
                       sudo sabir engines install es it
                       sudo sabir engines install --bundle /media/stick/models
                       sabir engines phrases-only es eu
            """,
        subcommands: [EnginesListCommand.self, EnginesInstallCommand.self, EnginesPhrasesOnlyCommand.self],
        defaultSubcommand: EnginesListCommand.self)
}

struct EnginesListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Say which pairs of languages the engines translate, and how good they are.",
        discussion: """
            Looks at the pairs between the languages that people chose at this node in the last week and those of \
            staff ([web] languages in the configuration). Tries each pair with up to eight sentences of the \
            phrasebook, with numbers and negations: "good" means that nothing was lost, "doubtful" that less than half \
            of them lost something, "phrases only" that half or more did. Engines that are paid for are sent these \
            sentences too: they count in characters_per_day, and an engine with less than that left of the day is not \
            tried.

            Examples:  sabir engines
                       sabir engines list es ca ar --json
            """)

    /// Bounds the work: each language has pairs with all of the staff's languages.
    private static let mostLanguages = 12

    @OptionGroup var common: CommonOptions

    @Argument(help: "Languages, in place of those that people chose.", transform: LanguageTag.known)
    var languages: [LanguageTag] = []

    @Flag(help: "Ask the engines which pairs they have, and try none.")
    var untried = false

    @Flag(help: "One JSON document, for programs.")
    var json = false

    func run() async throws {
        let configuration = try common.configuration(secrets: .guest)
        guard configuration.translation.enabled else {
            throw Failure("Translation is switched off ([translation] enabled): no engine is asked.")
        }
        let week = chosen(configuration)
        let pairs = Self.pairs(
            languages.isEmpty ? week.languages.map(\.language) : languages, configuration.web.languages)
        guard !pairs.isEmpty else {
            throw Failure(
                "Nobody has chosen a language here in the last week, and [web] languages names no two: name some, as in "
                    + "sabir engines list es ca ar.")
        }
        let trial = try EngineTrial(configuration, logger: common.logger(.critical))
        let report = EnginesReport(chosen: week.languages, engines: await trial.engines())
        if !json { report.heading.forEach(StandardOutput.print) }
        var entries: [EnginesReport.PairReport] = []
        // Printed one by one, because some trials take seconds.
        for pair in pairs {
            let entry = await entry(pair, trial)
            entries.append(entry)
            if !json { report.lines(entry).forEach(StandardOutput.print) }
        }
        await trial.translator.close()
        if json { StandardOutput.print(report.fields(entries).text) }
    }

    private func entry(_ pair: LanguagePair, _ trial: EngineTrial) async -> EnginesReport.PairReport {
        var entry = EnginesReport.PairReport(pair: pair, package: DebianPairs.package(pair.from, pair.to))
        entry.isPhrasesOnly = trial.isPhrasesOnly(pair)
        guard !entry.isPhrasesOnly else { return entry }
        switch await trial.translator.offers(from: pair.from, to: pair.to) {
        case .translated(let engine): entry.engine = engine
        case .not(let reason): entry.reason = reason.sentence
        case .same: break
        }
        guard let engine = entry.engine, !untried else { return entry }
        if let shortage = trial.shortage(pair, of: engine) {
            entry.reason = shortage
            entry.result = .notTried
        } else {
            entry.result = await trial.result(pair)
        }
        return entry
    }

    private func chosen(_ configuration: NodeConfiguration) -> LanguageWeek {
        do {
            return try ChosenLanguages.week(in: configuration.node.stateDirectory) ?? LanguageWeek()
        } catch {
            StandardError.write("sabir: which languages people chose is not known: \(error)\n")
            return LanguageWeek()
        }
    }

    /// Pairs between each chosen language and each of the house, both ways; between all of the one list if the other is
    /// empty.
    static func pairs(_ chosen: [LanguageTag], _ house: [LanguageTag]) -> [LanguagePair] {
        let first = Array((chosen.isEmpty ? house : chosen).prefix(mostLanguages))
        let second = house.isEmpty ? first : Array(house.prefix(mostLanguages))
        var pairs: [LanguagePair] = []
        for one in first {
            for other in second where !one.reads(other) {
                for pair in [LanguagePair(from: one, to: other), LanguagePair(from: other, to: one)]
                where !pairs.contains(pair) { pairs.append(pair) }
            }
        }
        return pairs
    }
}

struct EnginesPhrasesOnlyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phrases-only", abstract: "Print the configuration that keeps engines from translating a pair.",
        discussion: """
            With it, set sentences are translated, and all else shows as it was written. The command changes no file.

            Example:  sabir engines phrases-only es eu
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "Language that lines are written in.", transform: LanguageTag.known)
    var from: LanguageTag

    @Argument(help: "Language that they are read in.", transform: LanguageTag.known)
    var to: LanguageTag

    func run() throws {
        guard !from.reads(to) else {
            throw Failure.usage("Whoever reads \(to) reads \(from): there is nothing to translate.")
        }
        let configured = try common.configuration(secrets: .none).translation.phrasesOnly
        let pair = LanguagePair(from: from, to: to)
        let pairs = configured.contains(pair) ? configured : configured + [pair]
        let list = pairs.map { "\"\($0)\"" }.joined(separator: ", ")
        StandardOutput.print("[translation]\nphrases_only = [\(list)]")
        StandardError.write("sabir: put this line into the configuration, then: systemctl reload sabir\n")
    }
}
