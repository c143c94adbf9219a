import SabirProtocol
import Testing

@testable import SabirTranslation

/// What is missing from a translation, by its shape; the weights are those learnt.
@Suite struct OmissionTests {
    private let checker = ShippedLanguages.checker
    private static let letter = """
        Please bring the letter from your doctor, your identity card and the list of the medicines that you take. \
        The appointment is in the new building.
        """

    private func kinds(_ source: String, _ translation: String) throws -> [TranslationWarning.Kind] {
        try checker.get().warnings(
            source: source, from: try #require(LanguageTag("en")), translation: translation,
            to: try #require(LanguageTag("es"))
        ).map(\.kind)
    }

    @Test(arguments: [
        // The end, the sentence after it, the middle; and a line that ends on the way.
        ("Traiga la carta de su médico, su documento de identidad y la lista.", true),
        ("Traiga la carta de su médico, su documento de identidad y la lista de los medicamentos que toma.", true),
        ("Traiga la carta de los medicamentos que toma. La cita es en el edificio nuevo.", true),
        ("Traiga la carta de su médico, su documento de identidad y la lista de los", true),
        (
            """
            Traiga la carta de su médico, su documento de identidad y la lista de los medicamentos que toma. \
            La cita es en el edificio nuevo.
            """, false
        ),
    ])
    func whatIsMissingFromALongLineIsFound(_ translation: String, _ isMissing: Bool) throws {
        let missing: Set<TranslationWarning.Kind> = [.length, .omission]
        #expect(try missing.isDisjoint(with: kinds(Self.letter, translation)) != isMissing)
    }

    @Test(arguments: [
        ("en", "The certificate has expired.", "de", "Das Zertif", true),
        ("en", "The certificate has expired.", "bn", "সার্টিফিকেটের", true),
        // As long as it should be; without a mark on either side.
        ("en", "The certificate has expired.", "de", "Das Zertifikat ist abgelaufen", false),
        ("en", "The certificate has expired", "de", "Zertifikat alt", false),
        // Greetings are short, and engines may leave out their mark.
        ("en", "See you tomorrow.", "fr", "A demain", false),
    ])
    func aLineThatBreaksOffIsFoundHoweverShort(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ breaksOff: Bool
    ) throws {
        let found = try checker.get().warnings(
            source: source, from: try #require(LanguageTag(from)), translation: translation,
            to: try #require(LanguageTag(to)))
        #expect(found.contains { [.length, .omission].contains($0.kind) } == breaksOff)
    }

    /// Written after the lexicons were learnt. Most of the part; a word beside it may be named too.
    @Test(arguments: [
        (
            "en", "Take these tablets before breakfast and drink a whole glass of water with them.", "es",
            "Tome estas pastillas con un vaso entero de agua.", "before breakfast and drink"
        ),
        (
            "de", "Bitte bringen Sie den Brief Ihres Arztes mit und warten Sie im ersten Stock am Ende des Ganges.",
            "fr",
            "Veuillez apporter la lettre de votre médecin.", "warten Sie im ersten"
        ),
        (
            "ru", "Подождите в коридоре, пока врач не закончит осмотр, и потом откройте вторую дверь слева.", "en",
            "Please wait in the corridor and then open the second door.", "пока врач не закончит"
        ),
    ])
    func whatIsMissingIsNamed(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ lost: String
    ) throws {
        let found = try checker.get().warnings(
            source: source, from: try #require(LanguageTag(from)), translation: translation,
            to: try #require(LanguageTag(to)))
        let named = try #require(found.first { $0.kind == .omission }).words
        #expect(named.count == 1 && named[0].contains(lost) && named[0].count < lost.count * 2)
    }

    /// What goes round and round has nothing missing.
    @Test func aLoopNamesNoPart() throws {
        let line = "The surgery is closed on Monday morning."
        let loop = "El consultorio está cerrado. " + String(repeating: "El lunes por la mañana. ", count: 6)
        #expect(try kinds(line, loop).contains(.length) && !kinds(line, loop).contains(.omission))
    }

    /// Written after the weights were learnt: nothing of it was tuned on.
    @Test func ordinaryTalkIsNotDoubted() throws {
        let checker = try checker.get()
        let shape: Set<TranslationWarning.Kind> = [.length, .omission, .echoed, .script, .language, .empty]
        let pairs = try Pair.read("rooms")
        let doubted = pairs.filter { !shape.isDisjoint(with: $0.warnings(checker).map(\.kind)) }
        #expect(pairs.count >= 60)
        #expect(doubted.count <= 2, "\(doubted)")
    }

    @Test func aLanguageThatWasNotLearntIsJudgedByLengthAlone() throws {
        let data = try LanguageData.load(from: DataFolder.languages)
        let (english, welsh) = (try #require(LanguageTag("en")), try #require(LanguageTag("cy")))
        #expect(data.omissionLaw(from: english, to: welsh) == nil)
        #expect(data.omissionLaw(from: english, to: english) != nil)
        #expect(LineChecker(data: data).evidence(source: "a", from: english, translation: "b", to: welsh) == [])
    }

    // MARK: OmissionEvidence

    private func evidence(_ source: String, _ translation: String) throws -> [OmissionEvidence.Sign: Double] {
        let found = OmissionEvidence(
            CheckedLine(source, .unknown), CheckedLine(translation, .unknown), -1.5, isDangling: false)
        return Dictionary(uniqueKeysWithValues: zip(OmissionEvidence.Sign.allCases, found.values))
    }

    @Test func marksAndSentencesAreCounted() throws {
        let found = try evidence("One, two (2.5 of it). Three... Four!", "Uno, dos 2.5. Tres")
        #expect(found[.marks] == 2 && found[.marksLost] == 2)
        #expect(found[.sentences] == 2 && found[.sentencesShort] == 3)
        #expect(found[.end] == 1 && found[.endShort] == 1.5)
        #expect(found[.length] == -1.5 && found[.short] == 0.5 && found[.veryShort] == 0)
        let more = try evidence("One", "Uno, dos.")
        #expect(more[.marks] == -1 && more[.marksLost] == 0 && more[.end] == -1)
    }

    @Test func whatATranslationKeepsIsMissed() throws {
        #expect(try evidence("HIV and 25 mg", "VIH 25 mg")[.terms] == 1)
        #expect(try evidence("HIV and 25 mg", "HIV")[.terms] == 1)
        let line = CheckedLine("Take it at 10, NHS 7", .unknown)
        #expect(line.keptTerms.count == 3 && line.size == 14)
        #expect(line.contains(CheckedLine("nhs", .unknown).words[0]))
    }
}
