import Foundation
import Testing

@testable import SabirTranslation

@Suite struct LanguageDataTests {
    @Test func everyLanguagePromisedHasDataWithAllItsParts() throws {
        let data = try LanguageData.load(from: DataFolder.languages)
        #expect(data.languages == WarningCatalogueTests.languages)
        #expect(LineChecker(data: data).notice == nil)
        for language in data.languages {
            let path = "\(DataFolder.languages)/\(language).json"
            let file = try LanguageFile.read(StrictJSON.bytes(of: path), at: path)
            #expect(file.language == language)
            let values = Set(file.numbers.values).union(file.weakNumbers.values)
            let counted = (0...20).map(Double.init) + stride(from: 30.0, through: 90, by: 10)
            #expect(counted.filter { !values.contains($0) }.isEmpty, "\(language)")
            for list in [.negation, .stop, .clauses, .morning, .afternoon, .night] as [LanguageFile.Key] {
                #expect(file.lists[list]?.isEmpty == false, "\(language)")
            }
            #expect(file.months.allSatisfy { !$0.isEmpty } && file.weekdays.allSatisfy { !$0.isEmpty })
            #expect(Set(["h", "min", "day", "week", "month", "year", "mg", "ml", "%"]).isSubset(of: file.units.keys))
        }
    }

    @Test func aMissingFolderIsSaidAndChecksThatNeedDataSayTheyAreOff() {
        let error = #expect(throws: LanguageDataError.self) { _ = try LanguageData.load(from: "/nowhere/languages") }
        #expect(error?.description.contains("/nowhere/languages") == true)
        #expect(LineChecker(data: .none).notice?.contains("not checked") == true)
    }

    @Test(arguments: [
        ("\"negation\"", "\"negations\"", "no such key as 'negations'"),
        ("\"decimal\": \".\"", "\"decimal\": \"-\"", "'decimal' must be"),
        ("\"script\": \"Latn\"", "\"script\": \"Grek\"", "Grek"),
        ("\"mg\"", "\"mgg\"", "no such unit as 'mgg'"),
        ("\"joiners\": [\"and\"]", "\"joiners\": 5", "'joiners' has the wrong type"),
        ("[\"january\", \"jan\"],", "", "12 lists"),
    ])
    func aSlipInAFileIsNamed(_ right: String, _ wrong: String, _ problem: String) throws {
        let english = try String(contentsOfFile: "\(DataFolder.languages)/en.json", encoding: .utf8)
        #expect(english.contains(right))
        let folder = try TemporaryFolder(files: ["en.json": english.replacingOccurrences(of: right, with: wrong)])
        let error = #expect(throws: LanguageDataError.self) { _ = try LanguageData.load(from: folder.path) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    }

    @Test func twoFilesOfOneLanguageAreRefused() throws {
        let english = try String(contentsOfFile: "\(DataFolder.languages)/en.json", encoding: .utf8)
        let folder = try TemporaryFolder(files: ["en.json": english, "en2.json": english])
        #expect(throws: LanguageDataError.self) { _ = try LanguageData.load(from: folder.path) }
    }
}
