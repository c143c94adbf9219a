import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite struct WarningCatalogueTests {
    /// Those with data for the checks.
    static let languages = "ar bn ca de en es eu fa fr gl hi it oc pl pt ro ru tr uk ur zh".split(separator: " ").map(
        String.init)

    /// Those that somebody may read a warning in: all of the interface.
    static let readers = languages + ["zh-Hant"]

    private let catalogue = Result { try WarningCatalogue.load(from: DataFolder.warnings) }

    @Test(arguments: readers) func everyKindHasASentenceOfItsOwnInEachLanguage(_ language: String) throws {
        let tag = try #require(LanguageTag(language))
        let catalogue = try catalogue.get()
        var sentences = Set<String>()
        for kind in TranslationWarning.Kind.allCases {
            let warning = TranslationWarning(kind: kind, words: ["2 mg"], counterparts: ["20 mg"])
            let sentence = catalogue.sentence(for: warning, in: tag)
            #expect(!sentence.contains("{") && !sentence.contains("}"))
            #expect(language == "en" || sentence != warning.text, "\(kind) in \(language) is English")
            #expect(sentence.contains("2 mg") == warning.text.contains("2 mg"))
            #expect(sentence.contains("20 mg") == warning.text.contains("20 mg"))
            #expect(sentences.insert(sentence).inserted)
        }
    }

    @Test func theEnglishFileSaysWhatTheProgramSaysByItself() throws {
        let english = try #require(LanguageTag("en-GB"))
        for kind in TranslationWarning.Kind.allCases {
            let warning = TranslationWarning(kind: kind, words: ["a"], counterparts: ["b"])
            #expect(try catalogue.get().sentence(for: warning, in: english) == warning.text)
        }
    }

    @Test func aLanguageWithoutSentencesReadsEnglish() throws {
        let warning = TranslationWarning(kind: .numbers, words: ["2 mg"], counterparts: ["20 mg"])
        let tag = try #require(LanguageTag("cy"))
        #expect(
            try catalogue.get().sentence(for: warning, in: tag)
                == "The numbers differ: 2 mg / 20 mg. See the original.")
    }

    @Test func aVariantReadsItsLanguageAndNothingStandsForNoWords() throws {
        let tag = try #require(LanguageTag("es-MX"))
        let warning = TranslationWarning(kind: .numbers, words: ["2", "3"])
        #expect(
            try catalogue.get().sentence(for: warning, in: tag)
                == "Los números no coinciden: 2, 3 / –. Mire el original.")
    }

    @Test func aHouseSaysInItsOwnWordsWhatAPersonShouldConfirm() throws {
        let own: [LanguageTag: String] = [
            LanguageTag("es")!: "Pida un intérprete.", LanguageTag("cy")!: "Gofynnwch.",
        ]
        let catalogue = try catalogue.get().confirming(own)
        let warning = TranslationWarning(kind: .confirm)
        #expect(catalogue.sentence(for: warning, in: LanguageTag("es-MX")!) == "Pida un intérprete.")
        #expect(catalogue.sentence(for: warning, in: LanguageTag("cy")!) == "Gofynnwch.")
        #expect(
            try catalogue.sentence(for: warning, in: LanguageTag("fr")!)
                == self.catalogue.get().sentence(for: warning, in: LanguageTag("fr")!))
        let empty = TranslationWarning(kind: .empty)
        #expect(catalogue.sentence(for: empty, in: LanguageTag("cy")!) == empty.text)
    }

    @Test func figuresKeepTheirDirectionInASentenceFromRightToLeft() throws {
        let warning = TranslationWarning(kind: .numbers, words: ["5 mg", "\u{2067}6 h"], counterparts: ["50 mg"])
        let told = try catalogue.get().sentence(for: warning, in: try #require(LanguageTag("ar")))
        #expect(told.contains("\u{2068}5 mg\u{2069}, \u{2068}6 h\u{2069} / \u{2068}50 mg\u{2069}"))
        let spanish = try catalogue.get().sentence(for: warning, in: try #require(LanguageTag("es")))
        #expect(!spanish.contains("\u{2068}"))
    }

    @Test func chineseIsWarnedInItsReadersScript() throws {
        let warning = TranslationWarning(kind: .echoed)
        for (reader, sentence) in [("zh-CN", "这段文字没有翻译。"), ("zh-TW", "這段文字沒有翻譯。"), ("zh-HK", "這段文字沒有翻譯。")] {
            #expect(try catalogue.get().sentence(for: warning, in: try #require(LanguageTag(reader))) == sentence)
        }
    }

    @Test func wordsWithBracesAreShownAsTheyAre() {
        let warning = TranslationWarning(kind: .numbers, words: ["{translation}"], counterparts: ["{source}"])
        #expect(warning.text == "The numbers differ: {translation} / {source}. See the original.")
    }

    @Test(arguments: [
        (#"{"numbers":"x"}"#, "must name"), (#"{"nombers":"x"}"#, "no such warning as 'nombers'"), ("[]", "wrong type"),
        ("{", "it is no JSON"),
    ])
    func aWrongFileIsNamedWithWhatIsWrong(_ text: String, _ problem: String) throws {
        let folder = try TemporaryFolder(files: ["xx.json": text])
        let error = #expect(throws: LanguageDataError.self) { _ = try WarningCatalogue.load(from: folder.path) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.description.contains("xx.json") == true)
    }
}

extension TranslationWarning {
    /// The warning as a plain English sentence.
    var text: String { WarningCatalogue.english.sentence(for: self, in: LanguageTag("en")!) }
}

/// A folder that lasts as long as the value.
final class TemporaryFolder {
    let path: String

    init(files: [String: String]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("checks-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
