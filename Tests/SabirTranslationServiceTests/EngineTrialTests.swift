import Foundation
import SabirProtocol
import SabirTranslation
import Testing

@testable import SabirNode

/// By what engines are tried, and what is made of their answers.
struct EngineTrialTests {
    private static let share =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/share"

    @Test func theWorstThatWasLostDecides() {
        typealias Kinds = [TranslationWarning.Kind]
        func verdict(_ lost: [Kinds]) -> EngineTrial.Verdict { EngineTrial.result(lost).verdict }
        #expect(verdict([]) == .notTried)
        #expect(verdict([[], [], []]) == .good)
        #expect(verdict([[], [], [.negation]]) == .doubtful)
        #expect(verdict([[], [.numbers], [.negation], []]) == .phrasesOnly)
        let result = EngineTrial.result([[.numbers], [], [.numbers, .negation]])
        #expect((result.kept, result.tried, result.lost) == (1, 3, [.numbers, .negation]))
    }

    @Test func eachLanguageHasTheSameSentences() throws {
        let sentences = try TrialSentences(readingFrom: Self.share)
        let counts = Set(sentences.languages.map { sentences[$0].count })
        #expect(counts == [8] && sentences.languages.count >= 11)
        #expect(try sentences[#require(LanguageTag("es-MX"))] == sentences[#require(LanguageTag("es"))])
        #expect(try sentences[#require(LanguageTag("eu"))].isEmpty)
    }

    /// A person's translation has to pass, or the trial would find fault with every engine.
    @Test func noPersonsTranslationIsFoundFaultWith() throws {
        let folder = Self.share
        let checker = LineChecker(data: try LanguageData.load(from: folder + "/languages"))
        let sentences = try TrialSentences(readingFrom: folder)
        for from in sentences.languages {
            #expect(checker.knows(from), "\(from)")
            for to in sentences.languages where to != from {
                let lost = zip(sentences[from], sentences[to]).flatMap { text, translation in
                    checker.warnings(source: text, from: from, translation: translation, to: to).map {
                        "\(text): \($0.kind)"
                    }
                }
                #expect(lost == [], "\(from) > \(to)")
            }
        }
    }

    @Test func withoutTheSentencesThereIsAReason() {
        #expect(throws: (any Error).self) { try TrialSentences(readingFrom: nil) }
        #expect(throws: (any Error).self) { try TrialSentences(readingFrom: "/nowhere") }
    }
}
