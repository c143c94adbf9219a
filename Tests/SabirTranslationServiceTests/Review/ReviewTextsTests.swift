import Foundation
import SabirProtocol
import SabirTranslation
import Testing

@testable import SabirNode

@Suite struct ReviewTextsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    private let texts = ReviewTexts(folder: root + "/share", phrasebooks: [root + "/share/phrasebook/clinic.tmx"])

    @Test func eachLanguageOfTheInterfaceHasItsTextsAndEachTextItsOwnName() {
        let languages = texts.languages
        #expect(languages.count == 22)
        for language in languages {
            let sections = texts.sections(in: language)
            #expect(Set(sections.map(\.part)).isSuperset(of: [.warnings, .page]), "\(language)")
            #expect(Set(sections.map(\.id)).count == sections.count, "\(language)")
            let ids = sections.flatMap(\.entries).map(\.id)
            #expect(Set(ids).count == ids.count && ids.count > 600, "\(language)")
            #expect(sections.allSatisfy { section in section.entries.allSatisfy { !$0.text.isEmpty } })
        }
    }

    @Test func besideATextStandsWhatItIsToSay() throws {
        let polish = try #require(LanguageTag("pl"))
        let sections = texts.sections(in: polish)
        let warnings = try #require(sections.first { $0.part == .warnings })
        let empty = warnings.entries.first { $0.id == "warnings/all/empty" }
        #expect(empty?.reference?.hasPrefix("The translation") == true)
        // English has no "few".
        let plural = sections.flatMap(\.entries).first { $0.id == "page/enter.kept.hours#few" }
        #expect(plural?.reference == "Messages are erased after {n} hours.")
        let negation = try #require(sections.first { $0.id == "cues/negation" })
        #expect(negation.entries.count == 1 && negation.entries[0].text.contains("nie"))
        let topics = try #require(sections.first { $0.id == "cues/topics" })
        #expect(topics.entries.map(\.id).contains("cues/topics/dosing"))
        let idioms = try #require(sections.first { $0.id == "cues/advice-idioms" })
        #expect(idioms.entries.count == 1 && idioms.entries[0].text.split(separator: ",").count > 20)
        let terminal = sections.flatMap(\.entries).first { $0.id == "terminal/help.quit" }
        #expect(terminal?.reference == "Leave the room" && sections.contains { $0.id == "page/terminal help" })
        let english = texts.sections(in: .english).flatMap(\.entries)
        #expect(english.allSatisfy { $0.id.hasPrefix("phrases/") || $0.reference == nil })
    }

    @Test func aSentenceThatSomebodySaidYesToBearsTheirNameAndAnotherDoesNot() throws {
        let spanish = try #require(LanguageTag("es"))
        let unit = PhraseUnit(
            id: "yes", segments: [PhraseSegment("Yes.", in: .english), PhraseSegment("Sí.", in: spanish)])
        let entry = try #require(ReviewTexts.entries(of: unit, in: spanish).first)
        let yes = try ReviewRecord(.yes, of: entry.id, digest: entry.digest, in: spanish, by: "Anna", at: Date())
        var document = TMXDocument(units: [unit])
        ReviewedPhrases(ReviewState([yes])).mark(&document)
        #expect(document.units[0].segments.map(\.reviewer) == [nil, "Anna"])
        var changed = TMXDocument(units: [unit])
        changed.units[0].segments[1].text = "Si."
        ReviewedPhrases(ReviewState([yes])).mark(&changed)
        #expect(changed.units[0].segments.map(\.reviewer) == [nil, nil])
    }
}
