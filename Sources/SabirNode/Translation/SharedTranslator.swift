import SabirTranslation
import SabirRoom
import SabirProtocol
import SabirWeb

/// This node's engines for its guests: lines go through the phrasebook, the cache, the circuit breakers and the checks,
/// like those of its own readers.
package struct SharedTranslator: RoomTranslation {
    package let translator: Translator
    let wording: ReaderWording
    /// The port of the server for programs; nil without one.
    package internal(set) var port: Int?

    package func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag, staysHere: Bool
    ) async -> TranslatedTexts {
        let lines = await translator.translateShared(texts, from: source, to: target)
        return TranslatedTexts(lines, engine: lines.lazy.compactMap(\.engine).first, wording, for: target)
    }

    package func pairs() async -> TranslationPairs {
        TranslationPairs(await translator.offeredTargets(withPeer: false))
    }
}

/// For other programs on the network, by LibreTranslate's interface.
extension SharedTranslator: SharedEngine {
    package func pairs() async -> [LanguageTag: [LanguageTag]] { await translator.offeredTargets(withPeer: false) }

    package func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag
    ) async -> [TranslationOutcome] {
        await translator.translateShared(texts, from: source, to: target)
    }

    package func sentence(_ reason: UntranslatedReason) -> String { wording.sentence(reason, in: .english) }

    package func detect(_ text: String) async -> [(language: LanguageTag, confidence: Double)] {
        LanguageIdentifier.identify(text).map { [($0.tag, $0.isSure ? 0.95 : 0.5)] } ?? []
    }
}

extension Translator {
    /// The languages into which engines translate each language, once all engines were checked.
    func offeredTargets(withPeer: Bool) async -> [LanguageTag: [LanguageTag]] {
        _ = await standings()
        return offeredPairs(withPeer: withPeer).reduce(into: [:]) { targets, offered in
            guard let tag = LanguageTag(offered.key) else { return }
            targets[tag] = offered.value.compactMap { LanguageTag($0) }
        }
    }
}

extension LanguageTag {
    /// The language of sentences to programs.
    package static let english = LanguageTag("en")!
}
