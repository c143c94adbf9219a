import Logging
import SabirConfiguration
import SabirTranslation

/// Whether the configured engines answer: each has to list its languages and translate a word.
package enum EngineCheck {
    package static func run(_ settings: TranslationSettings, logger: Logger) async -> [Finding] {
        guard settings.enabled, !settings.endpoints.isEmpty else {
            return [
                Finding(
                    name: "none", isFine: true, sentence: "Translation is switched off; lines show as written.",
                    mend: nil)
            ]
        }
        let translator = Translator(settings.endpoints, logger: logger)
        let standings = await translator.standings()
        await translator.close()
        let isServed = standings.contains { if case .up = $0 { true } else { false } }
        let kinds = Dictionary(settings.endpoints.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
        return standings.map { finding($0, kinds, isServed: isServed) }
    }

    /// One engine is enough: another that is silent is told, but is nothing to mend.
    private static func finding(
        _ standing: EngineEvent, _ kinds: [String: EndpointConfiguration.Kind], isServed: Bool
    ) -> Finding {
        switch standing {
        case .up(let name), .proved(let name), .pairsChanged(let name):
            return Finding(name: name, isFine: true, sentence: "It translated a word.", mend: nil)
        case .down(let name, let reason):
            let sentence = "The engine \(name) \(reason)."
            return Finding(
                name: name, isFine: isServed, sentence: isServed ? sentence + " Another one serves." : sentence,
                mend: kinds[name].map(mend))
        }
    }

    /// The command that starts the engine where it is meant to run; where another runs it, what may be set wrong.
    private static func mend(_ kind: EndpointConfiguration.Kind) -> String {
        switch kind {
        case .apertium:
            "docs/engines.md, which says how one runs on this machine, or another url in [[translation.endpoint]]"
        case .libretranslate: "libretranslate --host 127.0.0.1 --port 5000, or another url in [[translation.endpoint]]"
        case .openai: "the start of the model's server, or another url or model in [[translation.endpoint]]"
        case .deepl, .google, .azure, .mymemory, .custom: "the url and the key in its [[translation.endpoint]]"
        }
    }
}
