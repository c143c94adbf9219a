import Logging
import SabirConfiguration
import SabirCore
import SabirTranslation

/// Checks that the configured engines list their languages and translate a word, and that they have the languages that
/// people chose in the last week.
package enum EngineCheck {
    package static func run(_ configuration: NodeConfiguration, logger: Logger) async -> [Finding] {
        let settings = configuration.translation
        guard settings.enabled, !settings.endpoints.isEmpty else {
            return [
                Finding("engine", of: "none", .ok, "Translation is switched off; lines show as written.")
            ]
        }
        var resources = TranslationResources()
        resources.ledger = EngineDays(stateDirectory: configuration.node.stateDirectory, logger: logger)
        let translator = Translator(settings.endpoints, resources: resources, logger: logger)
        let standings = await translator.standings()
        let isServed = standings.contains { if case .up = $0 { true } else { false } }
        let languages = await languages(configuration, translator, isServed: isServed)
        await translator.close()
        let kinds = Dictionary(settings.endpoints.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
        return standings.map { finding($0, kinds, isServed: isServed) } + languages
    }

    /// Checks the languages that people chose; empty if no node has counted languages yet, or no engine lists its own.
    private static func languages(
        _ configuration: NodeConfiguration, _ translator: Translator, isServed: Bool
    ) async -> [Finding] {
        let area = "language"
        do {
            guard let week = try ChosenLanguages.week(in: configuration.node.stateDirectory), !week.isEmpty else {
                return []
            }
            let gaps = await translator.gaps(among: week, house: configuration.web.languages)
            guard gaps.isEmpty else { return gaps.map(finding) }
            guard isServed else { return [] }
            return [Finding(area, .ok, "Each that people chose in the last week can be translated, or staff read it.")]
        } catch {
            return [
                Finding(
                    area, .note, "Which ones people chose is not known: \(error)",
                    remedy: "nothing: a running node writes the file anew")
            ]
        }
    }

    /// Wrong if the language is translated in neither direction, which cuts its readers off; otherwise a note.
    private static func finding(_ gap: LanguageGap) -> Finding {
        let package = gap.others.lazy.compactMap { DebianPairs.package($0, gap.language) }.first
        let remedy: RedactableText
        if let package {
            remedy = "apt install \(ours: package), and systemctl restart apertium-apy"
        } else {
            remedy = "an engine that has it, such as LibreTranslate (docs/engines.md), or set sentences in [phrasebook]"
        }
        return Finding(
            "language", of: gap.language.description, gap.isUnderstood || gap.isReached ? .note : .wrong, gap.sentence,
            remedy: remedy)
    }

    /// One engine is enough: another that does not answer is reported, but nothing has to be mended.
    private static func finding(
        _ standing: EngineEvent, _ kinds: [String: EndpointConfiguration.Kind], isServed: Bool
    ) -> Finding {
        switch standing {
        case .up(let name), .proved(let name), .pairsChanged(let name):
            return Finding("engine", of: name, .ok, "It translated a word.")
        case .down(let name, let reason):
            let sentence: RedactableText = "The engine \(name) \(reason)."
            return Finding(
                "engine", of: name, isServed ? .ok : .wrong,
                isServed ? sentence + " Another one serves." : sentence, remedy: kinds[name].map(mend))
        }
    }

    /// The command that starts the engine, if this machine should run it; otherwise which setting may be wrong.
    private static func mend(_ kind: EndpointConfiguration.Kind) -> RedactableText {
        switch kind {
        case .apertium:
            "docs/engines.md, which says how one runs on this machine, or another url in [[translation.endpoint]]"
        case .libretranslate: "libretranslate --host 127.0.0.1 --port 5000, or another url in [[translation.endpoint]]"
        case .openai: "the start of the model's server, or another url or model in [[translation.endpoint]]"
        case .deepl, .google, .azure, .mymemory, .custom: "the url and the key in its [[translation.endpoint]]"
        }
    }
}
