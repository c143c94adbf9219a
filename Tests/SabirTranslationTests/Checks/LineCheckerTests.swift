import SabirCore
import SabirProtocol
import Testing

@testable import SabirTranslation

/// The cases that a checker of figures and cues gets wrong most easily.
@Suite struct LineCheckerTests {
    private let checker = Result { LineChecker(data: try LanguageData.load(from: DataFolder.languages)) }

    private func kinds(_ from: String, _ source: String, _ to: String, _ translation: String) throws
        -> [TranslationWarning.Kind]
    {
        try checker.get().warnings(
            source: source, from: try #require(LanguageTag(from)), translation: translation,
            to: try #require(LanguageTag(to))
        ).map(\.kind)
    }

    @Test(arguments: [
        ("en", "I need one moment", "es", "Necesito un momento"),
        ("es", "Es una casa", "en", "It is a house"),
        ("fr", "Prenez un comprimé", "en", "Take one tablet"),
        ("en", "Take 1 tablet", "es", "Tome una pastilla"),
        ("en", "First, wash your hands", "es", "Primero, lávese las manos"),
        ("en", "It is the 2nd floor", "es", "Es el segundo piso"),
        ("en", "1. Sign here", "ca", "1. Signi aquí"),
        ("en", "Drink ½ glass", "es", "Beba medio vaso"),
        ("en", "Drink 1/2 glass", "fr", "Buvez ½ verre"),
        ("en", "Drink half a glass", "de", "Trinken Sie ein halbes Glas"),
        ("en", "Take 1 1/2 tablets", "es", "Tome 1,5 pastillas"),
        ("en", "Take 1½ tablets", "es", "Tome una pastilla y media (1,5)"),
        ("en", "at 7:30 pm", "fr", "à 19 h 30"),
        ("en", "at 7:30 pm", "de", "um 19:30 Uhr"),
        ("en", "at 7:30 pm", "ca", "a les 7.30 de la tarda"),
        ("en", "at 12 am", "es", "a las 12 de la noche"),
        ("es", "a las 8", "en", "at 8 o'clock"),
        ("es", "Son 1.000 euros", "en", "It is 1,000 euros"),
        ("en", "It is 1,000 euros", "fr", "C'est 1 000 euros"),
        ("en", "It is 1,000 euros", "de", "Es sind 1'000 Euro"),
        ("en", "The dose is 1,500 mg", "es", "La dosis es 1,500 mg"),
        ("en", "Take 2 500 mg tablets", "es", "Tome 2 pastillas de 500 mg"),
        ("hi", "१,००,००० रुपये", "en", "100,000 rupees"),
        ("en", "Call 612 345 678", "es", "Llame al 612-34-56-78"),
        ("en", "on 12/05/2025", "es", "el 12 de mayo de 2025"),
        ("en", "on 2025-05-12", "zh", "2025年5月12日"),
        ("en", "You may come in March", "es", "Puede venir en marzo"),
        ("en", "March to the door", "es", "Marche hacia la puerta"),
        ("es", "No tengo nada", "en", "I have nothing"),
        ("fr", "Je ne veux rien", "en", "I do not want anything"),
        ("fr", "Je n'ai pas de fièvre", "es", "No tengo fiebre"),
        ("ru", "Никто никогда ничего не говорил", "en", "Nobody ever said anything"),
        ("en", "I don't know and I can't wait", "es", "No sé y no puedo esperar"),
        ("en", "Do not eat or drink", "es", "No coma ni beba"),
        ("en", "We know the notary", "es", "Conocemos al notario"),
        ("en", "No, I do not smoke", "es", "No, no fumo"),
        ("es", "Sin azúcar", "en", "Without sugar"),
        ("en", "Stop taking it", "es", "No lo tome más"),
        ("en", "Do not stop taking it", "es", "No deje de tomarlo"),
        ("en", "Hold your breath", "es", "Aguante la respiración"),
        ("en", "The bus stop is near", "es", "La parada de autobús está cerca"),
        ("ca", "Tinc mal de cap", "es", "Tengo dolor de cabeza"),
        ("en", "Room No. 5", "es", "Sala n.º 5"),
        ("en", "Vitamin B12", "ar", "فيتامين B12"),
        ("en", "Your temperature is 38.5 °C", "ar", "درجة حرارتك ٣٨٫٥ °C"),
        ("en", "twenty-five drops", "es", "25 gotas"),
        ("es", "treinta y cinco años", "en", "35 years"),
        ("fr", "soixante-quinze ans", "en", "75 years"),
        ("en", "Maria Lopez", "es", "Maria Lopez"),
        ("en", "OK", "es", "OK"),
        ("en", "Paracetamol 500 mg", "ar", "Paracetamol 500 mg"),
        ("en", "See Dr Maria Lopez", "zh", "请看 Maria Lopez 医生"),
        ("en", "Paracetamol", "zh", "扑热息痛"),
        ("en", "It is between -5 °C and 5 °C", "es", "Está entre -5 °C y 5 °C"),
        ("en", "👍", "es", "👍"),
        ("en", "Take 2-3 tablets", "es", "Tome 2–3 pastillas"),
        ("en", "two hundred and fifty millilitres", "es", "250 ml"),
    ])
    func rightLinesRaiseNothing(_ from: String, _ source: String, _ to: String, _ translation: String) throws {
        #expect(try kinds(from, source, to, translation) == [])
    }

    @Test(arguments: [
        ("en", "244890 people", "es", "24.490 personas", TranslationWarning.Kind.numbers),
        ("en", "Take 1.5 mg", "es", "Tome 15 mg", .numbers),
        ("en", "Take 1.500 mg", "es", "Tome 1.500 mg más 2", .numbers),
        ("en", "Take 2 mg", "es", "Tome 2 g", .units),
        ("en", "Take 2 mg", "es", "Tome 20 mg", .numbers),
        ("en", "every 8 hours", "es", "cada 8 días", .units),
        ("en", "5 mg/ml", "es", "5 mg", .units),
        ("en", "at 7:30 pm", "es", "a las 7:30", .times),
        ("en", "at 8 am", "ar", "الساعة 8 مساء", .times),
        ("en", "on Monday", "uk", "у вівторок", .dates),
        ("en", "on 5 June", "ru", "5 июля", .dates),
        ("en", "on 05/06/2025", "es", "el 06/05/2025", .dates),
        ("en", "15% of people", "hi", "50% लोग", .percentages),
        ("en", "It is -5 °C", "es", "Está a 5 °C", .numbers),
        ("en", "Do not take it", "es", "Tómelo", .negation),
        ("en", "Do not eat and do not drink", "es", "No coma y beba", .negation),
        ("en", "No, I do not have pain", "es", "No, tengo dolor", .negation),
        ("es", "Tómelo con leche", "en", "Do not take it with milk", .negation),
        ("en", "Stop taking the tablets", "es", "Tome las pastillas", .stopCue),
        ("en", "Hold the aspirin until Monday", "es", "Mantenga la aspirina hasta el lunes", .stopCue),
        ("en", "Do not stop taking it", "es", "Deje de tomarlo", .negation),
        ("en", "Good morning everybody", "es", "Good morning everybody", .echoed),
        ("en", "Good morning", "es", "", .empty),
        (
            "en", "Good morning, how are you today?", "uk",
            "Доброе утро, как вы себя чувствуете, ответьте? Мы всё объясним", .script
        ),
        ("en", "Good morning to everybody", "ar", "Buenos días a todos", .script),
        ("en", "Take this medicine now", "ar", "Take this medicine الآن", .script),
        ("en", "The doctor will come in a moment, please wait here", "es", "El", .length),
        ("en", "three tablets", "zh", "两片", .numbers),
    ])
    func damageRaisesItsWarning(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ kind: TranslationWarning.Kind
    ) throws {
        #expect(try kinds(from, source, to, translation).contains(kind))
    }

    @Test func aWarningHasTheWordsOfBothSides() throws {
        let english = try #require(LanguageTag("en"))
        let spanish = try #require(LanguageTag("es"))
        let engine = TranslationWarning(kind: .unknownWords, words: ["xyz"])
        let warnings = try checker.get().warnings(
            source: "Take 2 mg xyz", from: english, translation: "Tome 20 mg xyz", to: spanish, engine: [engine])
        #expect(warnings == [engine, TranslationWarning(kind: .numbers, words: ["2 mg"], counterparts: ["20 mg"])])
        #expect(warnings.last?.text == "The numbers differ: 2 mg / 20 mg. See the original.")
    }

    @Test func withoutDataFiguresAreStillCompared() throws {
        let checker = LineChecker(data: .none)
        let (welsh, breton) = (try #require(LanguageTag("cy")), try #require(LanguageTag("br")))
        #expect(
            checker.warnings(source: "Cymerwch 5 mg", from: welsh, translation: "Kemerit 50 mg", to: breton).map(\.kind)
                == [.numbers])
        #expect(checker.warnings(source: "Cymerwch 5 mg", from: welsh, translation: "Kemerit 5 mg", to: breton) == [])
    }

    @Test func noTextMakesItFail() throws {
        var chance = SplitMix64(state: 3)
        let alphabet = [
            "1", "2", "/", "½", ".", ",", ":", " ", "h", "am", "no", "de", "mg", "%", "-", "'", "twenty", "and", "half",
            "字", "点", "月", "半", "٣", "٫", "\u{200F}", "é", "e\u{301}", "🙂", "$", "°C",
        ]
        let checker = try checker.get()
        let tags = ["en", "es", "fr", "zh", "ar", "de"].compactMap(LanguageTag.init)
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...20, using: &chance)).map { _ in
                alphabet.randomElement(using: &chance) ?? ""
            }.joined()
            let (from, to) = (tags.randomElement(using: &chance), tags.randomElement(using: &chance))
            _ = checker.warnings(source: text, from: try #require(from), translation: text, to: try #require(to))
        }
    }
}
