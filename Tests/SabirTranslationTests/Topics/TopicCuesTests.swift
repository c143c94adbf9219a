import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite struct TopicCuesTests {
    /// Sentences that were written before the cues, by language.
    struct HeldOut: Decodable {
        var topics: [String: [String]]
        /// What is said in a waiting room all day.
        var talk: [String]
    }

    private static let english = LanguageTag("en")!
    private static let all = Set(SafetyTopic.allCases)
    private let cues: Result<TopicCues, any Error> = cuesOfAll
    private static let cuesOfAll: Result<TopicCues, any Error> = Result { try TopicCues.load(from: DataFolder.topics) }

    private func heldOut() throws -> [String: HeldOut] {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "held-out.json")
        return try JSONDecoder().decode([String: HeldOut].self, from: Data(contentsOf: path))
    }

    @Test func everyLanguageOfTheChecksHasCues() throws {
        #expect(try cues.get().known == LanguageData.load(from: DataFolder.languages).languages)
    }

    @Test(arguments: ["ar", "en", "es", "fr", "uk"]) func whatIsAboutATopicIsFound(_ language: String) throws {
        let (cues, tag) = (try cues.get(), try #require(LanguageTag(language)))
        let sentences = try #require(try heldOut()[language]).topics
        #expect(Set(sentences.keys) == Set(SafetyTopic.allCases.map(\.rawValue)))
        for (name, sentences) in sentences {
            let topic = try #require(SafetyTopic(rawValue: name))
            for sentence in sentences { #expect(cues.touches([topic], in: sentence, of: tag), "\(name): \(sentence)") }
        }
    }

    @Test(arguments: ["ar", "en", "es", "fr", "uk"]) func ordinaryTalkIsLeftAlone(_ language: String) throws {
        let (cues, tag) = (try cues.get(), try #require(LanguageTag(language)))
        let talk = try #require(try heldOut()[language]).talk
        let marked = talk.filter { cues.touches(Self.all, in: $0, of: tag) }
        #expect(talk.count >= 30 && marked.count * 30 <= talk.count, "\(marked)")
    }

    /// What says the same in two languages is about the same: a language that nobody here reads is held to English by it.
    @Test(arguments: ["ar", "ca", "es", "fr", "it", "pt", "ro", "uk", "ur", "zh"])
    func aSetSentenceIsMarkedAsItsEnglishIs(_ language: String) throws {
        let (cues, tag) = (try cues.get(), try #require(LanguageTag(language)))
        let units = try TMXDocument.read(shipped("phrasebook/clinic.tmx")).document.units
        func isMarked(_ unit: PhraseUnit, _ language: LanguageTag) -> Bool? {
            unit.segments(in: language).first.map { cues.touches(Self.all, in: $0.text, of: language) }
        }
        let both = units.compactMap { unit in
            isMarked(unit, Self.english).flatMap { english in isMarked(unit, tag).map { (english, $0, unit) } }
        }
        let other = both.filter { $0.0 != $0.1 }.map { $0.2.segments(in: tag).map(\.text) }
        #expect(both.count > 150 && both.filter(\.0).count > 15 && other.count * 20 <= both.count, "\(other)")
    }

    @Test func onlyTheTopicsThatAreAskedForCount() throws {
        let cues = try cues.get()
        let text = "Are you allergic to these tablets?"
        #expect(
            cues.touches([.allergy], in: text, of: Self.english)
                && cues.touches([.dosing], in: text, of: LanguageTag("en-GB")!))
        #expect(!cues.touches([.consent, .pregnancy, .diagnosis], in: text, of: Self.english))
        #expect(!cues.touches([], in: text, of: Self.english))
        #expect(!cues.touches(Self.all, in: text, of: LanguageTag("cy")!), "Nothing is known of this language.")
        #expect(!TopicCues.none.touches(Self.all, in: text, of: Self.english))
    }

    @Test(arguments: [
        ("en", "TAKE 5MG AT NIGHT"), ("fr", "L’allergie"), ("ar", "الحَسَاسِيَّة"), ("zh", "你对青霉素过敏吗"),
        ("zh-Hant", "你對盤尼西林過敏嗎"), ("de", "Penicillinallergie"), ("fa", "آنتی\u{200C}بیوتیک"), ("tr", "HAMİLE"),
    ])
    func itIsReadAsTheChecksReadIt(_ language: String, _ text: String) throws {
        #expect(try cues.get().touches(Self.all, in: text, of: try #require(LanguageTag(language))))
    }

    @Test(arguments: ["a metabletop", "the ability", "hillpill", ""]) func aPartOfAWordIsNoCue(_ text: String) throws {
        #expect(try !cues.get().touches(Self.all, in: text, of: Self.english))
    }

    @Test func aFileThatIsWrongIsToldOf() throws {
        let folder = NSTemporaryDirectory() + "topics-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let wrong = [
            (#"{"wages": ["x"]}"#, "no such topic as 'wages'"), (#"{"consent": ["x"]}"#, "no cue of 'dosing'"),
        ]
        for (text, said) in wrong {
            try Data(text.utf8).write(to: URL(filePath: folder + "/en.json"))
            let error = #expect(throws: LanguageDataError.self) { try TopicCues.load(from: folder) }
            #expect("\(try #require(error))".contains(said))
        }
    }

    @Test func whatIsMarkedIsAMachinesOrNotReviewedYet() throws {
        let confirmation = Confirmation(cues: try cues.get(), topics: [.dosing])
        let text = "Take one tablet."
        func kinds(_ state: TranslationOutcome.State, _ text: String) -> [TranslationWarning.Kind] {
            let outcome = TranslationOutcome(text: "x", state: state, warnings: [TranslationWarning(kind: .numbers)])
            return confirmation.marked(outcome, of: text, in: Self.english).warnings.map(\.kind)
        }
        for state in [TranslationOutcome.State.translated, .phrasebook] {
            #expect(kinds(state, text) == [.numbers, .confirm] && kinds(state, "Hello.") == [.numbers])
        }
        for state in [TranslationOutcome.State.verified, .same, .untranslated] {
            #expect(kinds(state, text) == [.numbers])
        }
    }
}
