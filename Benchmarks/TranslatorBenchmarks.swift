import Foundation
import Logging
import SabirTranslation
import SabirProtocol

/// What a line costs besides the engine, and what an engine that is gone costs a line.
enum TranslatorBenchmarks {
    /// 120 characters, with a time and a dose to be protected and checked.
    static let line =
        "Tome 500 mg de paracetamol cada 8 horas después de comer y vuelva el lunes a las 10:30 si el dolor no ha desaparecido ya."
    static let spanish = LanguageTag("es")!
    static let catalan = LanguageTag("ca")!
    static let people = RoomNames(
        (0..<100).map { "Anna\(Unicode.Scalar(97 + $0 % 26)!)\(Unicode.Scalar(97 + $0 / 26)!)" })

    static func run() async throws {
        try await ownWork()
        try await BlackHoleStage.run()
        if let url = ProcessInfo.processInfo.environment["SABIR_BENCH_APY"] { try await BurstStage(url).run() }
    }

    /// All data that a node has, where the folder has them.
    static func resources() -> TranslationResources {
        var resources = TranslationResources()
        do {
            resources.checker = LineChecker(data: try LanguageData.load(from: "share/languages"))
            resources.books.glossary = Glossary.load(["share/glossary/medicines.csv"]).0
            resources.books.phrasebook = Phrasebook.load(["share/phrasebook/clinic.tmx"]).0
        } catch {
            print("without language data: \(error)")
        }
        return resources
    }

    private static func ownWork() async throws {
        let translator = Translator(
            [EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:1")], resources: resources(),
            logger: Benchmarks.silent, transport: { _ in InstantEngine() })
        let (text, es, ca) = (line, spanish, catalan)
        for names in [RoomNames.none, people] {
            let with = names.isEmpty ? "" : ", 100 names in the room"
            _ = await translator.translate(text, from: es, to: ca, names: names)
            let cached = Benchmark(name: "a line from the cache\(with)", operations: 1_000)
            await cached.measure {
                for _ in 0..<1_000 { use(await translator.translate(text, from: es, to: ca, names: names)) }
            }
            await cached.measureEach { use(await translator.translate(text, from: es, to: ca, names: names)) }
            var number = 0
            await Benchmark(
                name: "a new line of \(text.count) characters, all but the engine\(with)", operations: 1_000
            )
            .measure {
                for _ in 0..<1_000 {
                    number += 1
                    let new = "\(text.dropLast(5))\(10_000 + number)\(with.isEmpty ? "" : "x")"
                    use(await translator.translate(new, from: es, to: ca, names: names))
                }
            }
        }
        await translator.close()
        await parts()
    }

    /// What of that goes to whom.
    private static func parts() async {
        let (resources, text) = (resources(), line)
        let (phrasebook, glossary) = (resources.books.phrasebook, resources.books.glossary)
        let protector = Protector(terms: glossary.doNotTranslateTerms(spanish))
        await Benchmark(name: "  protect", operations: 1_000).measure {
            for _ in 0..<1_000 { use(protector.protect(text, as: .brackets)) }
        }
        await Benchmark(name: "  look for a set sentence", operations: 1_000).measure {
            for _ in 0..<1_000 { use(phrasebook.match(text, fromKey: "es", toKey: "ca", reader: catalan)) }
        }
        await Benchmark(name: "  check figures, cues and shape", operations: 1_000).measure {
            for _ in 0..<1_000 {
                use(resources.checker.warnings(source: text, from: spanish, translation: text + " ja", to: catalan))
            }
        }
        await Benchmark(name: "  check terms", operations: 1_000).measure {
            for _ in 0..<1_000 { use(glossary.check(text, from: spanish, translation: text, to: catalan)) }
        }
    }
}
