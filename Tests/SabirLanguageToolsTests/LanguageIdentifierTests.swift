import SabirProtocol
import Testing

@testable import SabirTranslation

struct LanguageIdentifierTests {
    @Test(arguments: [
        ("es", "¿Tiene usted dolor de cabeza o fiebre?"), ("ca", "Necessito parlar amb la infermera de guàrdia"),
        ("en", "Please take two tablets every eight hours after meals."),
        ("fr", "Je voudrais prendre rendez-vous avec le médecin."), ("it", "Prenda due compresse ogni otto ore"),
        ("pt", "Tome dois comprimidos a cada oito horas"), ("gl", "Necesito cita coa doutora, por favor"),
        ("eu", "Mediku batekin hitz egin behar dut, mesedez"), ("ro", "Aveți dureri de cap sau febră?"),
        ("de", "Haben Sie Kopfschmerzen oder Fieber?"), ("uk", "У вас болить голова чи є температура?"),
        ("ru", "Скажите, пожалуйста, где находится приёмная?"), ("ar", "هل لديك صداع أو حمى منذ الأمس؟"),
        ("ur", "کیا آپ کو سر درد یا بخار ہے؟"), ("hi", "क्या आपको सिरदर्द या बुखार है?"),
        ("zh", "您有头痛或发烧吗？请坐下等一下，医生马上就来。"), ("zh-Hant", "您有頭痛或發燒嗎？請坐下等一下，醫生馬上就來。"),
        ("he", "יש לך כאב ראש או חום מאתמול בלילה?"), ("nb", "Jeg har vondt i hodet og må snakke med legen"),
    ])
    func aSentenceIsIdentifiedByItsTag(_ tag: String, _ text: String) throws {
        let found = try #require(LanguageIdentifier.identify(text))
        #expect(found == .init(tag: try #require(LanguageTag(tag)), isSure: true))
    }

    @Test(arguments: [
        "Hola", "¿Dónde está?", "Bon dia a tots", "您有头痛吗？", "", "   ", "12:30 👍", "https://www.clinica.example/citas",
        "Yes, da, sí",
    ])
    func shortTextIsNeverSure(_ text: String) {
        #expect(LanguageIdentifier.identify(text)?.isSure != true)
    }

    @Test(arguments: [
        "Necesito hablar con el médico, Добрый день, por favor", "您有头痛或发烧吗？请坐下等一下 paracetamol",
        "Где находится WhatsApp приёмная больницы?",
    ])
    func severalScriptsAreNeverSure(_ text: String) {
        #expect(LanguageIdentifier.identify(text)?.isSure != true)
    }

    @Test func microgramsAreNoSecondScript() {
        #expect(LanguageIdentifier.identify("Tome usted 50 µg por la mañana y nada por la noche")?.isSure == true)
    }

    @Test func addressesAndNamesDoNotCount() {
        #expect(LanguageIdentifier.identify("@Наталія necesito hablar con el médico ahora")?.isSure == true)
        #expect(LanguageIdentifier.identify("Hola https://example.org/the-quick-brown-fox-jumps")?.isSure != true)
    }

    @Test(arguments: [
        ("Necesito hablar con el médico ahora mismo", "en", "es"),
        ("Please take two tablets every eight hours", "es", "en"),
        ("Скажите, пожалуйста, где находится приёмная?", "en", "ru"),
    ])
    func aWrongLanguageLeadsToAnOffer(_ text: String, _ declared: String, _ offered: String) {
        #expect(LanguageIdentifier.offer(for: text, declared: tag(declared)) == tag(offered))
    }

    @Test(arguments: [
        // What is declared fits, if by another region.
        ("Necesito hablar con el médico ahora mismo", "es-MX"), ("Tome dois comprimidos a cada oito horas", "pt-BR"),
        // Too short between languages that are so alike.
        ("Necesito cita coa doutora", "pt"), ("Jeg har ondt i hovedet i dag", "nb"), ("Jeg har vondt i hodet", "no"),
        // Not among the languages that can be told.
        ("Bonjorn, ai besonh de parlar amb lo mètge uèi de matin", "oc"),
        ("Molim vas, gdje je čekaonica i kada dolazi doktor?", "sr-Latn"), ("Gracias", "en"),
    ])
    func inDoubtNothingIsOffered(_ text: String, _ declared: String) {
        #expect(LanguageIdentifier.offer(for: text, declared: tag(declared)) == nil)
    }

    @Test func manyMayAskAtOnce() async {
        let texts = [("es", "¿Tiene usted dolor de cabeza o fiebre?"), ("eu", "Mediku batekin hitz egin behar dut")]
        let answers = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<400 {
                let (tag, text) = texts[number % 2]
                group.addTask { LanguageIdentifier.identify(text)?.tag.description == tag }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0 })
    }
}

/// A tag that a test wrote out itself.
func tag(_ text: String) -> LanguageTag {
    guard let tag = LanguageTag(text) else { preconditionFailure("\(text) is no language tag") }
    return tag
}
