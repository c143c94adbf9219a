import SabirProtocol
import Testing

@testable import SabirTranslation

struct SeveralIdeasTests {
    private static let threeInstructions: [(String, String)] = [
        ("ar", "خذ الدواء مع الماء بعد الأكل وإذا شعرت بألم في البطن فاتصل بنا ثم تعال إلى العيادة يوم الاثنين"),
        ("bn", "ওষুধটি জল দিয়ে খান এবং খাবার আগে কিছু খাবেন না কিন্তু ব্যথা বেশি হলে আমাদের ফোন করুন"),
        ("ca", "Prengui la pastilla amb aigua i no condueixi el cotxe aquesta tarda i torni a venir dilluns al matí."),
        ("de", "Nehmen Sie die Tablette mit Wasser und fahren Sie heute kein Auto und kommen Sie am Montag wieder."),
        ("en", "Take the tablet with water and do not drive the car and come back on Monday."),
        ("es", "Tome la pastilla con agua y no conduzca el coche esta tarde y vuelva a venir el lunes."),
        (
            "eu",
            "Hartu pilula urarekin goizero eta ez gidatu autoa gaur arratsaldean eta etorri berriro astelehenean goizean"
        ),
        ("fa", "قرص را با آب بعد از غذا بخورید و امروز عصر رانندگی نکنید ولی روز دوشنبه دوباره بیایید"),
        ("fr", "Prenez le comprimé avec de l'eau et ne conduisez pas la voiture et revenez nous voir lundi."),
        ("gl", "Tome a pastilla con auga e non conduza o coche esta tarde e volva vir o luns."),
        ("hi", "गोली पानी के साथ लें और आज शाम गाड़ी न चलाएँ लेकिन सोमवार को सुबह फिर आएँ"),
        ("it", "Prenda la compressa con acqua e non guidi la macchina oggi e torni da noi lunedì."),
        ("oc", "Prenètz lo comprimit amb d'aiga e menetz pas la veitura uèi e tornatz venir diluns."),
        ("pl", "Proszę wziąć tabletkę z wodą i nie prowadzić dziś samochodu i przyjść do nas w poniedziałek."),
        ("pt", "Tome o comprimido com água e não conduza o carro hoje e volte cá na segunda-feira."),
        ("ro", "Luați comprimatul cu apă și nu conduceți mașina astăzi și veniți din nou luni."),
        ("ru", "Примите таблетку с водой и не садитесь сегодня за руль и приходите снова в понедельник."),
        ("tr", "Tableti bol suyla için ve bugün araba kullanmayın ve pazartesi günü sabah yine gelin."),
        ("uk", "Прийміть таблетку з водою і не сідайте сьогодні за кермо і приходьте знову в понеділок."),
        ("ur", "گولی پانی کے ساتھ لیں اور آج شام گاڑی نہ چلائیں لیکن پیر کی صبح دوبارہ آئیں"),
        ("zh", "请用温水把药片吃下去然后今天下午不要开车但是如果您肚子疼得厉害就给我们打电话"),
        ("zh-Hant", "請用溫水把藥片吃下去然後今天下午不要開車但是如果您肚子疼得厲害就打電話給我們"),
    ]

    @Test(arguments: threeInstructions)
    func threeInstructionsInOneSentenceAreAdvised(_ language: String, _ text: String) throws {
        let words = try ShippedAdvice.words(.severalIdeas, in: text, language)
        #expect(words.count == 1 && words.first?.hasSuffix(" …") == true)
    }

    /// The same three, one a sentence.
    @Test(arguments: [
        ("en", "Take the tablet with water. Do not drive the car. Come back on Monday."),
        ("es", "Tome la pastilla con agua. No conduzca el coche esta tarde. Vuelva el lunes."),
        ("zh", "请用温水把药片吃下去。今天下午不要开车。肚子疼得厉害就给我们打电话。"),
        ("ar", "خذ الدواء مع الماء بعد الأكل. اتصل بنا عند الألم. تعال إلى العيادة يوم الاثنين."),
        ("en", "If you feel dizzy or have a rash, stop taking the tablets and call us."),
        ("en", "Bring your passport, your insurance card, two photos and the letter from the doctor, please."),
        ("en", "You have an appointment with Dr. Vega and Dr. Roca on Monday or Tuesday at the hospital and clinic."),
        ("de", "Bringen Sie bitte Ihren Ausweis, die Karte der Krankenkasse und den Brief von Ihrem Arzt mit."),
        ("fr", "Vous avez rendez-vous avec le docteur Vega et la docteure Roca lundi ou mardi matin."),
        ("ru", "Возьмите с собой паспорт, полис, две фотографии и письмо от вашего врача."),
    ])
    func shortSentencesAndListsAreNot(_ language: String, _ text: String) throws {
        #expect(try ShippedAdvice.words(.severalIdeas, in: text, language) == [])
    }

    @Test(arguments: [
        "Take the tablet with water; do not drive the car today; come back on Monday.",
        "Take the tablet with water (not with fruit juice) – do not drive the car today.",
        "Take it after a meal, do not drink any alcohol, come back on Monday morning, and if it hurts call us at once.",
    ])
    func semicolonsDashesBracketsAndCommasJoinToo(_ text: String) throws {
        #expect(try ShippedAdvice.words(.severalIdeas, in: text, "en").count == 1)
    }

    /// One piece of advice is enough for one sentence.
    @Test func aSentenceThatIsLongIsNotToldOfTwice() throws {
        let long = Array(repeating: "take the tablet with water and", count: 6).joined(separator: " ") + " rest."
        let advice = DraftReview.advice(on: long, in: tag("en"), knowing: ShippedAdvice.data)
        #expect(advice.map(\.kind) == [.longSentence])
    }
}
