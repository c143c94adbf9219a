import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// Variants of a language in the cache: one place for all where no engine tells them apart.
@Suite(.timeLimit(.minutes(5))) struct VariantTests {
    private func pairs(_ list: String) -> FaultServer.Behaviour {
        { request in
            guard request.path != "/listPairs" else { return .json(pairList(list)) }
            let pair = request.body.split(separator: "&").first { $0.hasPrefix("langpair=") } ?? ""
            return .json(apertiumAnswer("\(pair.removingPercentEncoding ?? "") \(request.question)"))
        }
    }

    @Test func aVariantThatAnEngineKnowsIsNotAnsweredWithThePlainLanguage() async throws {
        try await withTranslator(pairs("spa-cat spa-cat_valencia")) { translator, server in
            // Asked before anything is known of the engine, and after.
            for _ in 0..<2 {
                for (to, code) in [("ca-valencia", "spa|cat_valencia"), ("ca", "spa|cat"), ("ca-ES", "spa|cat")] {
                    let line = await translator.translate("hola amigos", from: spanish, to: tag(to))
                    #expect(line.text?.hasPrefix("langpair=\(code) ") == true, "\(to): \(line.text ?? "")")
                }
            }
            let other = await translator.translate("hola amigos", from: tag("es-MX"), to: tag("ca-valencia"))
            #expect(other.cached)
            #expect(server.readersRequests.count == 2)
        }
    }

    @Test func variantsThatNoEngineKnowsShareOneAnswer() async throws {
        try await withTranslator(pairs("spa-cat cat-spa")) { translator, server in
            _ = await translator.standings()
            for to in ["ca", "ca-valencia", "ca-ES", "ca-AD"] {
                for from in ["es", "es-419", "es-AR"] {
                    _ = await translator.translate("hola amigos", from: tag(from), to: tag(to))
                }
            }
            #expect(server.readersRequests.count == 1)
            #expect(await translator.translate("hola amigos", from: spanish, to: tag("ca-valencia")).cached)
        }
    }

    @Test func scriptsAreLanguagesOfTheirOwn() async throws {
        try await withTranslator(pairs("eng-hbs_SR")) { translator, _ in
            let latin = await translator.translate("hello friends", from: english, to: tag("sr-Latn"))
            let cyrillic = await translator.translate("hello friends", from: english, to: tag("sr-Cyrl"))
            let plain = await translator.translate("hello friends", from: english, to: tag("sr"))
            #expect(!latin.cached && !cyrillic.cached && plain.cached)
        }
    }

    @Test(arguments: [
        ("ca-valencia", "ca"), ("ca-ES", "ca"), ("pt-BR", "pt"), ("zh-TW", "zh-Hant"), ("zh-CN", "zh"),
        ("zh-Hant-HK", "zh-Hant"),
        ("sr-Cyrl", "sr"), ("sr-Latn-RS", "sr-Latn"), ("es-419", "es"), ("qaa", "qaa"),
    ]) func eachVariantHasAPlainLanguage(_ variant: String, _ plain: String) {
        #expect(LanguageKey(tag(variant)).plain == tag(plain))
        #expect(LanguageKey(tag(plain)).readingKey == LanguageKey(tag(variant)).readingKey)
    }

    private func withTranslator(
        _ behaviour: @escaping FaultServer.Behaviour, _ body: (Translator, FaultServer) async throws -> Void
    ) async throws {
        let server = try FaultServer(behaviour)
        let translator = Translator([EndpointConfiguration(kind: .apertium, url: server.url)], limits: .patient)
        try await body(translator, server)
        await translator.close()
        server.stop()
    }
}
