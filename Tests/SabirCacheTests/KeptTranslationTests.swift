import Testing

@testable import SabirCache

struct KeptTranslationTests {
    let folder = Folder()
    let dependencies = CacheDependencies()

    @Test func aTranslationOutlivesTheProcess() async {
        let first = dependencies.open(folder.cache)
        await first.keep(answer("Bon dia"), for: question("Buenos días"))
        await first.close()
        let second = dependencies.open(folder.cache)
        #expect(await second.translation(for: question("Buenos días"), by: ["apertium"]) == answer("Bon dia"))
        #expect(dependencies.reports.isEmpty)
    }

    @Test func everyPartOfTheKeyCounts() async {
        let cache = dependencies.open(folder.cache)
        await cache.keep(answer("Bon dia"), for: question("Buenos días", glossary: "7"))
        await cache.flush()
        #expect(await cache.translation(for: question("Buenos días", glossary: "7"), by: ["apertium"]) != nil)
        let others = [
            question("buenos días", glossary: "7"), question("Buenos días", to: "fr", glossary: "7"),
            question("Buenos días", glossary: "8"), question("Buenos días"),
            CacheKey(text: "Buenos días", source: "gl", target: "ca", glossary: "7"),
            // The same to Swift and to a reader, but not the bytes that were asked.
            question("Buenos di\u{301}as", glossary: "7"),
        ]
        for other in others { #expect(await cache.translation(for: other, by: ["apertium"]) == nil) }
        #expect(await cache.translation(for: question("Buenos días", glossary: "7"), by: ["deepl"]) == nil)
    }

    @Test func theEnginePreferredNowAnswersFirst() async {
        let cache = dependencies.open(folder.cache)
        await cache.keep(answer("Bon dia", by: "apertium"), for: question("Buenos días"))
        await cache.keep(answer("Bon dia a tothom", by: "deepl"), for: question("Buenos días"))
        await cache.flush()
        #expect(
            await cache.translation(for: question("Buenos días"), by: ["deepl", "apertium"])?.engine == "deepl")
        #expect(
            await cache.translation(for: question("Buenos días"), by: ["apertium", "deepl"])?.engine == "apertium")
    }

    @Test func aNewAnswerReplacesTheOldOne() async throws {
        let cache = dependencies.open(folder.cache)
        await cache.keep(answer("Bon día"), for: question("Buenos días"))
        await cache.keep(answer("Bon dia"), for: question("Buenos días"))
        await cache.flush()
        #expect(await cache.translation(for: question("Buenos días"), by: ["apertium"])?.text == "Bon dia")
        #expect(try CacheInspection(path: folder.cache).statistics()?.entries == 1)
    }

    @Test func anEntryExpires() async throws {
        let cache = dependencies.open(folder.cache)
        await cache.keep(answer("Bon dia"), for: question("Buenos días"))
        await cache.flush()
        dependencies.advance(days: 30)
        #expect(await cache.translation(for: question("Buenos días"), by: ["apertium"]) != nil)
        dependencies.advance(days: 1)
        #expect(await cache.translation(for: question("Buenos días"), by: ["apertium"]) == nil)
        await cache.keep(answer("Adéu"), for: question("Adiós"))
        await cache.flush()
        #expect(try CacheInspection(path: folder.cache).statistics()?.entries == 1)
    }

    @Test func anythingThatIsTextComesBackAsItWas() async {
        let cache = dependencies.open(folder.cache)
        let texts = ["", "'; DROP TABLE entry; --", "line\nline", "👩‍⚕️ هل 您", String(repeating: "é", count: 4_000)]
        for text in texts { await cache.keep(answer(text + "!"), for: question(text)) }
        await cache.flush()
        for text in texts {
            #expect(await cache.translation(for: question(text), by: ["apertium"])?.text == text + "!")
        }
    }

    @Test func noTextComesBackCutShort() async {
        let cache = dependencies.open(folder.cache)
        await cache.keep(answer("No prengui\0 res"), for: question("No tome\0 nada"))
        await cache.flush()
        #expect(await cache.translation(for: question("No tome\0 nada"), by: ["apertium"]) == nil)
    }
}
