import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// With the dictionaries of Debian's packages hunspell-es, hunspell-ca, hunspell-en-us and hunspell-fr.
struct SpellCheckerTests {
    let checker = SpellChecker()

    @Test(arguments: [
        ("es", "¿Dónde está la farmasia, por favor?", "farmasia", "farmacia"),
        ("es-419", "Tengo fievre desde ayer", "fievre", "fiebre"),
        ("ca", "Necessito parlar amb l'infermra", "infermra", "infermera"),
        ("en", "Where is the recepton desk?", "recepton", "reception"),
        ("fr", "J’ai mal à la tete depuis hyer", "hyer", "hier"),
    ])
    func aMisspeltWordIsFoundWithSuggestions(
        _ language: String, _ text: String, _ word: String, _ suggestion: String
    ) async throws {
        guard case .checked(let found, _) = await checker.check(text, in: tag(language)) else {
            return #expect(Bool(false), "no dictionary for \(language)")
        }
        let misspelling = try #require(found.first { $0.word == word }, "\(found.map(\.word))")
        #expect(text[misspelling.range] == word)
        #expect(misspelling.suggestions.contains(suggestion), "\(misspelling.suggestions)")
        #expect(misspelling.suggestions.count <= 5)
    }

    @Test(arguments: [
        ("es", "Tome dos comprimidos cada ocho horas; si no mejora, llámenos enseguida."),
        ("ca", "Bon dia! L'hospital és a l’altra banda del carrer, col·legi inclòs. Pot anar-hi a peu."),
        ("en", "Don't worry, it’s a follow-up appointment: the X-ray was fine."),
        ("fr", "Aujourd’hui l'hôpital est fermé, prenez rendez-vous après-demain s'il vous plaît."),
    ])
    func rightTextPasses(_ language: String, _ text: String) async {
        guard case .checked(let found, _) = await checker.check(text, in: tag(language)) else {
            return #expect(Bool(false), "no dictionary for \(language)")
        }
        #expect(found.isEmpty, "\(found.map(\.word))")
    }

    @Test(arguments: [
        ("es", "¿Le duele la cabeza? No coma nada, y tome la medicina a las ocho.", true),
        ("es", "Tengo fievre, tos y dolor de garganta desde ayer por la noche", true),
        ("es", "Bos días, doeme moito a cabeza dende onte", false), ("es", "Buenos días", false),
        ("xx", "Me duele la cabeza desde ayer", false),
    ])
    func aDictionaryKnowsMostWordsOfItsLanguage(_ language: String, _ text: String, _ knows: Bool) async {
        #expect(await checker.knowsMost(of: text, in: tag(language)) == knows)
    }

    @Test func whatIsNoWordPasses() async {
        let text = """
            See https://exmaple.org/wrnog, mail anna@clinc.example or ask @Borys at www.exmpl.org or clinc.example/xyzz: \
            B12, 20mg, 3rd, SARM, /etc/psswd, x, 12:30.
            """
        #expect(await checker.check(text, in: tag("en")) == .checked([], dictionary: "en_US"))
    }

    @Test func namesInTheRoomPass() async {
        let text = "Ask Oleksandr Kowalczyk-Núñez or oleksandr"
        let names = ["Dr. Oleksandr (ward 3)", "KOWALCZYK-NÚÑEZ"]
        #expect(await checker.check(text, in: tag("en"), knowing: names) == .checked([], dictionary: "en_US"))
        guard case .checked(let found, _) = await checker.check(text, in: tag("en")) else { return }
        #expect(found.map(\.word) == ["oleksandr"])
    }

    @Test func noOtherWordIsOfferedForADoseACodeOrAName() async {
        let text = """
            Peso 70 kg, tomo 500 mg y 20 mcg. Estoy en la UCI B 12 con la Dra. Przybylski y Olena Kovalchuk, que toma \
            ibuprofeno: ¿cuántos mg?
            """
        let report = await checker.check(text, in: tag("es")) { ["ibuprofeno", "mg"].contains($0) }
        #expect(report == .checked([], dictionary: "es_ES"))
    }

    /// The page has buttons for three.
    @Test(arguments: [
        ("es", "cabesa", "cabeza"), ("es", "corason", "corazón"), ("es", "resar", "rezar"),
        ("es", "grasias", "gracias"), ("es", "Embarasada", "Embarazada"), ("es", "pirna", "pierna"),
        ("es", "braso", "brazo"),
        ("en", "bleading", "bleeding"), ("en", "docter", "doctor"), ("fr", "garson", "garçon"),
    ])
    func theLikeliestAreOfferedFirst(_ language: String, _ word: String, _ meant: String) async throws {
        guard case .checked(let found, _) = await checker.check(word, in: tag(language)) else {
            return #expect(Bool(false), "no dictionary for \(language)")
        }
        let suggestions = try #require(found.first?.suggestions)
        #expect(suggestions.prefix(3).contains(meant), "\(suggestions)")
    }

    @Test func anAbsentDictionaryIsNewsOnce() async {
        let first = await checker.check("Ciao", in: tag("tlh"))
        #expect(first == .noDictionary(tag("tlh"), isNews: true))
        #expect(await checker.check("Ciao", in: tag("tlh")) == .noDictionary(tag("tlh"), isNews: false))
        #expect(await checker.check("ciao", in: tag("tlh-Latn-x-a")) != first)
    }

    @Test func onlySoManyDictionariesStayInMemory() async {
        var limits = SpellChecker.Limits()
        limits.dictionaries = 2
        let checker = SpellChecker(limits: limits)
        for language in ["es", "en", "es-AR", "fr", "ca", "en"] {
            _ = await checker.check("x", in: tag(language))
            #expect(await checker.loadedDictionaries <= 2)
        }
    }

    @Test func aDraftFullOfMistakesCostsNoMoreThanSoMany() async {
        let text = (0..<200).map { number in "qzx" + String(repeating: "k", count: number % 50 + 1) }.joined(
            separator: " ")
        guard case .checked(let found, _) = await checker.check(text, in: tag("en")) else {
            return #expect(Bool(false), "no dictionary")
        }
        #expect(found.count == SpellChecker.Limits().misspellings)
    }

    @Test func wordsAreReportedWithoutSuggestionsWhenTimeRunsOut() async {
        var limits = SpellChecker.Limits()
        limits.suggesting = .zero
        let checker = SpellChecker(limits: limits)
        guard case .checked(let found, _) = await checker.check("Tengo fievre y mareoss", in: tag("es")) else {
            return #expect(Bool(false), "no dictionary")
        }
        #expect(found.map(\.word) == ["fievre", "mareoss"])
        #expect(found.allSatisfy { $0.suggestions.isEmpty })
    }
}
