import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// What words mean, and which have a counterpart.
@Suite struct LexiconTests {
    private func line(_ text: String, _ lexicon: Lexicon) -> KnownLine {
        KnownLine(CheckedLine(text, .unknown), lexicon)
    }

    private func lexicon(_ text: String) throws -> Lexicon { try #require(Lexicon(Array(text.utf8))) }

    private func tenths(_ values: [Double]) -> [Int] { values.map { Int(($0 * 10).rounded()) } }

    @Test func stemsAreFirstLettersWithoutAnArticleAndIdeographsTwoByTwo() {
        let checker = LineChecker(data: .none)
        func stems(_ text: String) -> [String] { checker.stems(of: text, in: LanguageTag("en")) }
        #expect(stems("Medicines, B12 l’eau") == ["medici", "b", "l", "eau"])
        #expect(stems("الدكتور والمريض للطبيب علي") == stems("دكتور مريض طبيب علي"))
        #expect(stems("请在走廊 等 a") == ["请在", "在走", "走廊", "等", "a"])
        #expect(stems("") == [])
    }

    @Test func aFileIsStemsWithOddsAndMeanings() throws {
        let lexicon = try lexicon("dolor 20 15 pain ache\nagua 10 30 water\n")
        let entry = try #require(lexicon.entry(of: Lexicon.hash("dolor")))
        #expect(entry.odds == Lexicon.Odds(missed: 20, found: 15))
        #expect(Array(entry.meanings) == [Lexicon.hash("pain"), Lexicon.hash("ache")])
        #expect(lexicon.entry(of: Lexicon.hash("fiebre")) == nil)
        // In English a word means itself.
        #expect(
            try Array(#require(self.lexicon("pain 9 9").entry(of: Lexicon.hash("pain"))).meanings) == [
                Lexicon.hash("pain")
            ])
        #expect(Lexicon.empty.entry(of: Lexicon.hash("pain")) == nil)
    }

    @Test(arguments: ["dolor", "dolor 3", "dolor x 3 pain", "dolor 3 256 pain", "dolor -1 3"])
    func aLineOfAnythingElseIsRefused(_ text: String) {
        #expect(Lexicon(Array("agua 1 2 water\n\(text)".utf8)) == nil)
    }

    @Test func aDamagedFileKnowsNothingAndAMissingOneIsNone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "es.txt").path
        #expect(Lexicon.read(path) == nil)
        try Data("agua 1 2 water\ndolor\n".utf8).write(to: URL(filePath: path))
        #expect(try #require(Lexicon.read(path)).value.entry(of: Lexicon.hash("agua")) == nil)
    }

    @Test func aRunWithoutCounterpartsIsFound() throws {
        let english = try lexicon("wait 20 20\ncorrid 20 20\nbring 30 20\nletter 30 20\nthe 1 1")
        let spanish = try lexicon("espere 20 20 wait\npasill 20 20 corrid\ncarta 20 20 letter")
        let source = line("Bring the letter, wait in the corridor", english)
        let found = WordCoverage(source, in: line("Espere en el pasillo", spanish))
        #expect(tenths([found.missed, found.found, found.run, found.head]) == [62, 40, 61, 61])
        // All of it: the line ends with a word that was found.
        #expect(tenths([found.end]) == [22])
        #expect(found.runPlace == 0..<16)
        // "in" is in neither lexicon.
        #expect(found.unknown == 1)
        let all = WordCoverage(source, in: line("Bring carta: espere en el pasillo", spanish))
        #expect(tenths([all.run, all.missed]) == [1, 2])
    }

    /// Between two other languages English words stand between.
    @Test func counterpartsMeetInEnglish() throws {
        let german = try lexicon("schmer 20 10 pain ache")
        let french = try lexicon("douleu 20 10 pain\ntete 20 10 head")
        let words = line("Schmerzen", german)
        #expect(WordCoverage(words, in: line("douleur", french)).found == 1)
        #expect(WordCoverage(words, in: line("tete", french)).missed == 2)
    }

    @Test(arguments: [
        ("es", "paciente"), ("ru", "время"), ("zh", "时间"), ("ar", "الوقت"), ("pl", "czas"), ("tr", "zaman"),
        ("en", "time"),
    ])
    func shippedLexiconsKnowOrdinaryWords(_ language: String, _ word: String) throws {
        let path = "\(DataFolder.languages)/lexicon/\(language).txt"
        let lexicon = try #require(Lexicon.read(path)).value
        #expect(line(word, lexicon).words.first?.entry != nil)
    }

    @Test func eachLanguageHasALexicon() throws {
        for language in try LanguageData.load(from: DataFolder.languages).languages {
            let path = "\(DataFolder.languages)/lexicon/\(language).txt"
            #expect(try Lexicon(Array(Data(contentsOf: URL(filePath: path)))) != nil, "\(language)")
        }
    }
}

extension Lexicon {
    fileprivate static func hash(_ stem: String) -> UInt64 { hash(Array(stem.utf8)[...]) }
}
