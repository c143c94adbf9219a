import Foundation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirTranslation

struct AdviceDataTests {
    private static let thorough: Set = ["en", "es", "ca", "fr", "de", "pt", "it"]

    @Test func everyLanguageOfTheInterfaceHasItsFile() throws {
        let interface = ShippedAdvice.root.appending(path: "share/interface").path
        let names = try FileManager.default.contentsOfDirectory(atPath: interface).filter { $0.hasSuffix(".json") }
        #expect(ShippedAdvice.data.languages == names.map { String($0.dropLast(5)) }.sorted())
    }

    @Test(arguments: ShippedAdvice.data.languages)
    func aFileIsWholeAndHoldsEnough(_ language: String) throws {
        let file = try AdviceFile.read("\(ShippedAdvice.folder)/advice/\(language).json")
        #expect(file.language == language)
        #expect(file.idioms.count >= 20 && file.plain.count >= (Self.thorough.contains(language) ? 40 : 20))
        #expect(!file.clauses.isEmpty && !file.doses.isEmpty && !file.follows.isEmpty && !file.numbered.isEmpty)
        #expect(!file.every.isEmpty)
        _ = try AdviceData.read(language, in: ShippedAdvice.folder)
    }

    /// A plainer word that is hard itself would send the writer round in a circle.
    @Test(arguments: ShippedAdvice.data.languages)
    func noPlainerWordIsAHardOne(_ language: String) throws {
        for pair in try AdviceFile.read("\(ShippedAdvice.folder)/advice/\(language).json").plain {
            let hard = try ShippedAdvice.words(.hardWord, in: pair[1], language, isStaffs: true)
            #expect(hard.isEmpty, "\(pair[0]): \(pair[1])")
        }
    }

    @Test(arguments: [
        ("\"idioms\"", "\"idiom\"", "no such key as 'idiom'"),
        ("\"doses\": [", "\"doses\": 5, \"idioms\": [", "'doses' has the wrong type"),
        ("\"piece of cake\"", "\"piece of cake\", \"Piece  of cake\"", "'Piece  of cake' stands twice in 'idioms'"),
        ("\"piece of cake\"", "\"… cake\"", "'… cake' in 'idioms' is no phrase"),
        ("\"piece of cake\"", "\"\"", "'' in 'idioms' is no phrase"),
        ("[\"fasting\", ", "[", "is no pair"),
        ("[\"fasting\", \"", "[\"fasting\", \" \"], [\"x\", \"", "'fasting' in 'plain' is no pair"),
        ("\"language\": \"en\"", "\"language\": \"ca\"", "of the language 'ca'"),
        ("\"plain\": [", "\"plain\": [,", "it is no JSON"),
    ])
    func aSlipIsToldAndItsLanguageGoesWithout(_ right: String, _ wrong: String, _ problem: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "advice-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "advice"), withIntermediateDirectories: true)
        let shipped = try String(contentsOfFile: ShippedAdvice.folder + "/advice/en.json", encoding: .utf8)
        try #require(shipped.contains(right))
        let slipped = shipped.replacing(right, with: wrong, maxReplacements: 1)
        try slipped.write(to: folder.appending(path: "advice/en.json"), atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(
            atPath: ShippedAdvice.folder + "/en.json", toPath: folder.appending(path: "en.json").path)
        let told = Mutex<[String]>([])
        let data = AdviceData(in: folder.path) { error in told.withLock { $0.append(error.description) } }
        let before = told.withLock { $0 }
        #expect(before.isEmpty)
        for _ in 1...2 {
            #expect(DraftReview.advice(on: "It is a piece of cake.", in: tag("en"), knowing: data).isEmpty)
        }
        let problems = told.withLock { $0 }
        #expect(problems.count == 1 && problems.first?.contains(problem) == true, "\(problems)")
    }

    /// Whatever somebody writes, and as much as a message holds.
    @Test(arguments: [
        "·", "'", "-1-", "1,", "٣/", "e\u{301}\u{301}", "\u{200D}", "👩‍👩‍👧 2", "\r\n;；;", "take 1 2 3 4 5 6 7 8 9",
        "take keep",
        "keep " + String(repeating: "a ", count: 2_000), String(repeating: "take 1 ", count: 600),
        String(repeating: "药1", count: 2_000), String(repeating: "(", count: 4_000), "take \u{FE0F}2\u{20E3}",
    ])
    func anythingCanBeRead(_ text: String) {
        for language in ShippedAdvice.data.languages {
            let advice = DraftReview.advice(on: text, in: tag(language), knowing: ShippedAdvice.data, isStaffs: true)
            #expect(advice.allSatisfy { (1...5).contains($0.words.count) })
            #expect(Set(advice.map(\.kind)).count == advice.count)
        }
    }

    @Test func withoutAFolderWhatEveryLanguageSharesIsStillSeen() {
        let data = AdviceData(in: "/nowhere") { Issue.record("\($0)") }
        #expect(data.languages.isEmpty)
        let advice = DraftReview.advice(on: "Nooooo, a piece of cake", in: tag("en"), knowing: data)
        #expect(advice.map(\.kind) == [.stretchedWord])
    }
}
