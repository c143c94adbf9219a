import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite("The phrasebook that ships") struct ShippedPhrasebookTests {
    private let languages = ["ca", "es", "en", "fr", "pt", "it", "ro", "ar", "zh", "uk", "ur"].map(phraseTag)
    private let document: TMXDocument
    private let problems: [ExchangeFileProblem]

    init() throws {
        (document, problems) = try TMXDocument.read(shipped("phrasebook/clinic.tmx"))
    }

    @Test("has no problem and nothing for `check` to find, and claims no reviewer")
    func checkIsClean() {
        let review = PhrasebookReview([("clinic.tmx", document)])
        #expect(problems == [] && review.findings.isEmpty)
        #expect(review.units == document.units.count && review.units >= 120)
        #expect(Set(review.unreviewed.map(\.language)) == Set(languages))
        #expect(review.unreviewed.map(\.count).reduce(0, +) == document.units.flatMap(\.segments).count)
    }

    @Test("has every unit in all eleven languages, with the same slots and a situation")
    func unitsAreComplete() {
        for unit in document.units {
            #expect(Set(unit.languages) == Set(languages), "\(unit.id ?? "")")
            #expect(Set(unit.segments.map(\.slotNames)).count == 1, "\(unit.id ?? "")")
            #expect(unit.situation != nil && unit.id?.hasPrefix(unit.situation ?? "?") == true)
        }
        let situations = Set(document.units.compactMap(\.situation))
        #expect(situations.isSuperset(of: ["reception", "pain", "medicine", "appointments", "emergency"]))
    }

    @Test("keeps every sentence in the script of its language")
    func scriptsAreRight() {
        let scripts: [String: ClosedRange<UInt32>] = [
            "ar": 0x600...0x6FF, "ur": 0x600...0x6FF, "zh": 0x3000...0x9FFF, "uk": 0x400...0x4FF,
        ]
        for segment in document.units.flatMap(\.segments) {
            let letters = segment.text.unicodeScalars.filter { $0.properties.isAlphabetic && $0.value > 0x7F }
            guard let script = scripts[segment.language.description] else {
                #expect(letters.allSatisfy { $0.value < 0x250 }, "\(segment.text)")
                continue
            }
            #expect(!letters.isEmpty && letters.allSatisfy { script.contains($0.value) }, "\(segment.text)")
        }
    }

    @Test("asks where the others ask: a question is one in all languages")
    func moodsAgree() {
        for unit in document.units where unit.id != "language.repeat" {
            let questions = Set(unit.segments.map { $0.skeleton?.mood == .question })
            #expect(questions.count == 1, "\(unit.id ?? "")")
        }
    }

    @Test("answers each of its sentences in each other language, with the numbers that were written")
    func everyPairAnswers() throws {
        let book = Phrasebook([document])
        let keys = Dictionary(uniqueKeysWithValues: languages.map { ($0, $0.readingKey) })
        for unit in document.units {
            for segment in unit.segments {
                let written = segment.text.replacing("{n}", with: "3").replacing("{n2}", with: "80")
                    .replacing("{h}", with: "8").replacing("{time}", with: "9:30").replacing("{time2}", with: "17:00")
                for reader in languages where reader != segment.language {
                    let match = try #require(
                        book.match(
                            written, fromKey: keys[segment.language] ?? "", toKey: keys[reader] ?? "", reader: reader),
                        "\(written) \(reader)")
                    #expect(match.unit == unit.id && !match.isVerified)
                    #expect(match.text.numbers.sorted() == written.numbers.sorted(), "\(match.text)")
                }
            }
        }
    }

    @Test("shows every number from 1 to 130 as it was written")
    func numbersAreRight() {
        let book = Phrasebook([document])
        let slotted = document.units.filter {
            $0.segments[0].slotNames == ["n"] || $0.segments[0].slotNames == ["h", "n"]
        }
        for unit in slotted {
            let english = unit.segments(in: phraseTag("en")).last?.text ?? ""
            for number in 1...130 {
                let written = english.replacing("{n}", with: "\(number)").replacing("{h}", with: "6")
                for reader in languages where reader.primary != "en" {
                    let text = book.match(written, from: phraseTag("en"), to: reader)?.text
                    // Arabic's form for whole hundreds is left to an engine.
                    if text == nil, reader.primary == "ar", number % 100 < 3 { continue }
                    #expect(text?.numbers.sorted() == written.numbers.sorted(), "\(written) \(reader)")
                }
            }
        }
    }

    @Test("is the same after it is written again, byte for byte, and after a table")
    func roundTrips() throws {
        let file = try shipped("phrasebook/clinic.tmx")
        #expect(Data(document.text.utf8) == file)
        let (again, problems) = try PhraseTable.read(Data(PhraseTable.text(of: document).utf8))
        #expect(problems == [])
        #expect(again.units.map { $0.segments.map(\.text) } == document.units.map { $0.segments.map(\.text) })
        #expect(again.units.map { $0.segments.map(\.plural) } == document.units.map { $0.segments.map(\.plural) })
        #expect(again.units.map(\.situation) == document.units.map(\.situation))
    }
}

extension String {
    /// The runs of digits in it.
    fileprivate var numbers: [String] {
        split { !($0.isASCII && $0.isNumber) }.map(String.init)
    }
}
