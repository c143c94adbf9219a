import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// Words that have become others of their kind.
@Suite struct ConceptTests {
    private func warnings(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws -> [TranslationWarning] {
        try ShippedLanguages.checker.get().warnings(
            source: source, from: try #require(LanguageTag(from)), translation: translation,
            to: try #require(LanguageTag(to)))
    }

    @Test(arguments: [
        ("en", "The appointment is today", "es", "La cita es mañana", "today", "mañana", TranslationWarning.Kind.dates),
        ("en", "Take it in the morning", "de", "Nehmen Sie es am Abend", "morning", "Abend", .times),
        ("fr", "Prenez-le avant le repas", "it", "Lo prenda dopo il pasto", "avant", "dopo", .times),
        ("hi", "खाने से पहले", "en", "After eating", "से पहले", "After", .times),
        ("it", "Prima di mangiare", "en", "After eating", "Prima di", "After", .times),
        ("en", "Put three drops in it", "fr", "Mettez-y trois doses", "drops", "doses", .units),
        ("en", "My chest hurts", "es", "Me duele la espalda", "chest", "espalda", .word),
        ("de", "Halten Sie die Wunde trocken", "en", "Keep the nose dry", "Wunde", "nose", .word),
        ("en", "The left eye", "ru", "Правый глаз", "left", "Правый", .word),
        ("en", "My son is ill", "pl", "Moja córka jest chora", "son", "córka", .word),
        ("zh", "我的左眼", "en", "My right eye", "左", "right", .word),
        ("en", "My brother is ill", "zh", "我妹妹病了", "brother", "妹妹", .word),
        ("en", "Before breakfast", "hi", "रात के खाने से पहले", "breakfast", "रात के खाने", .word),
        ("en", "After lunch", "ur", "ناشتے کے بعد", "lunch", "ناشتے", .word),
        ("en", "After dinner", "bn", "নাস্তার পরে", "dinner", "নাস্তার", .word),
        ("en", "I have constipation", "bn", "আমার চুলকানি হচ্ছে", "constipation", "চুলকানি", .word),
        ("en", "I am dizzy", "hi", "मुझे कब्ज है", "dizzy", "कब्ज", .word),
        ("ar", "عندي ألم", "en", "I have a cough", "ألم", "cough", .word),
        ("hi", "मुझे चक्कर आता है", "en", "I have a cough", "चक्कर आता", "cough", .word),
        ("en", "There is some itching", "ur", "کچھ سوجن ہے", "itching", "سوجن", .word),
        ("en", "My ankle is swollen", "es", "Tengo la muñeca hinchada", "ankle", "muñeca", .word),
        ("en", "Drink until midnight", "fr", "Buvez jusqu'à la nuit", "midnight", "nuit", .times),
        ("es", "Empezó hace dos días", "en", "It began after two days", "hace", "after", .times),
        ("fr", "J'ai vu le dentiste", "en", "I saw the surgeon", "dentiste", "surgeon", .word),
        ("pt", "O meu neto está doente", "en", "My nephew is ill", "neto", "nephew", .word),
        ("en", "He came last week", "de", "Er kam am Wochenende", "last week", "Wochenende", .dates),
        ("en", "I have a rash", "es", "Tengo escalofríos", "rash", "escalofríos", .word),
        ("de", "Er ist gegen Erdnüsse allergisch", "it", "È allergico alle uova", "Erdnüsse", "uova", .word),
        ("en", "There is a lump in my breast", "es", "Hay una cicatriz en mi pecho", "lump", "cicatriz", .word),
        ("en", "He takes blood thinners", "fr", "Il prend un somnifère", "blood thinners", "somnifère", .medicines),
        ("en", "Do not eat now", "fr", "Ne fumez pas maintenant", "eat", "fumez", .word),
        ("en", "Drink some tea", "es", "Beba café", "tea", "café", .word),
        // The learnt lexicons hold left for a counterpart of right.
        ("es", "La rodilla derecha", "fr", "Le genou gauche", "derecha", "gauche", .word),
        ("en", "I will look at your left foot", "es", "Le miraré el pie derecho", "left", "derecho", .word),
        ("en", "Take ten drops by mouth", "es", "Tome diez cucharadas por la boca", "drops", "cucharadas", .units),
        ("en", "She is better", "de", "Es geht ihr schlimmer", "better", "schlimmer", .word),
    ])
    func anotherWordOfTheKindIsTold(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ lost: String, _ added: String,
        _ kind: TranslationWarning.Kind
    ) throws {
        let found = try #require(try warnings(from, source, to, translation).first { $0.kind == kind })
        #expect(found.words == [lost] && found.counterparts == [added])
    }

    @Test(arguments: [
        ("en", "Her wrist hurts", "es", "Le duele mucho", "wrist", TranslationWarning.Kind.word),
        ("en", "I am allergic to latex", "de", "Ich bin gegen Hemden allergisch", "latex", .word),
        ("en", "Rub it in", "es", "Lave la zona", "Rub", .word),
        ("en", "Take three puffs", "fr", "Prenez-en trois", "puffs", .word),
        ("en", "Do not come back unless the fever returns", "es", "No vuelva si la fiebre regresa", "unless", .word),
        (
            "en", "Do not come back unless the fever returns", "de",
            "Kommen Sie nicht wieder, wenn das Fieber zurückkehrt", "unless", .word
        ),
        ("en", "Call the doctor", "de", "Warten Sie auf den Arzt", "Call the doctor", .word),
        ("es", "Tome media pastilla", "en", "Take one pill", "media pastilla", .numbers),
        ("fr", "Prenez un comprimé et demi", "de", "Nehmen Sie eine Tablette", "comprimé et demi", .numbers),
    ])
    func aWordThatMustStayIsToldWhereItIsGone(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ lost: String,
        _ kind: TranslationWarning.Kind
    ) throws {
        let found = try #require(try warnings(from, source, to, translation).first { $0.kind == kind })
        #expect(found.words == [lost] && found.counterparts.isEmpty)
    }

    @Test(arguments: [
        ("en", "You must not eat before the test", "de", "Sie müssen vor dem Test nicht essen"),
        ("en", "You do not need to eat", "es", "No debe comer"),
        ("en", "You do not have to pay", "fr", "Vous ne devez pas payer"),
        ("de", "Sie brauchen nicht zu kommen", "en", "You must not come"),
        ("de", "Sie dürfen 24–48 Stunden nicht Auto fahren", "en", "You need not drive for 24–48 hours"),
    ])
    func mustNotAndNeedNotAreToldApart(_ from: String, _ source: String, _ to: String, _ translation: String) throws {
        #expect(try warnings(from, source, to, translation).map(\.kind) == [.obligation])
    }

    @Test(arguments: [
        ("en", "My head hurts", "ca", "Em fa mal el cap"),
        ("ca", "Em fa mal el cap", "en", "My head hurts"),
        // One word for the arm and the hand, for tomorrow and the morning, for yesterday and tomorrow.
        ("en", "My arm hurts", "ru", "У меня болит рука"),
        ("es", "Venga por la mañana", "en", "Come in the morning"),
        ("hi", "मैं कल आऊँगा", "en", "I will come tomorrow"),
        ("en", "You must not eat", "de", "Sie dürfen nichts essen"),
        ("en", "You do not need to eat", "de", "Sie müssen nichts essen"),
        ("en", "Take one tablet tonight", "es", "Tome un comprimido esta noche"),
        // Bleeding names the blood, and a toe the foot.
        ("en", "The bleeding has stopped", "hi", "खून बहना बंद हो गया है"),
        ("en", "The bleeding has stopped", "zh", "出血已经停了"),
        ("en", "My toe hurts", "bn", "আমার পায়ের আঙুলে ব্যথা"),
        ("en", "I feel dizzy", "ur", "مجھے چکر آ رہے ہیں"),
        // "Rounds" are dizziness too.
        ("hi", "मुझे चक्कर आ रहे हैं", "en", "I feel dizzy"),
        ("hi", "कई चक्कर लगाने से मुझे तकलीफ़ होती है", "en", "Walking several rounds gives me pain"),
        ("ur", "کئی چکر اور لگانے سے مجھے تکلیف ہوتی ہے", "en", "Walking several more rounds gives me pain"),
        // What only begins like a wound, an eye, a mother, a foot and, without vowels, like pain.
        ("bn", "যন্ত্রটি ক্ষতিগ্রস্ত", "en", "The device is damaged"),
        ("tr", "Mesaj şimdi gözüküyor", "en", "The message shows up now"),
        ("uk", "Матеріал уже тут", "en", "It is here already"),
        ("ru", "Скажите «стоп»", "en", "Say when"),
        ("ar", "المريض محموم", "en", "The patient has a fever"),
        // One word for before and first.
        ("hi", "पहले हाथ धोएँ, फिर खाएँ", "en", "Eat after washing your hands"),
        ("ur", "پہلے ہاتھ دھوئیں، پھر کھائیں", "en", "Eat after washing your hands"),
        ("it", "Prima si lavi le mani, poi mangi", "en", "Eat after washing your hands"),
        ("es", "Tome una pastilla y media", "de", "Nehmen Sie anderthalb Tabletten"),
        ("de", "Mein Enkel hatte einen Herzinfarkt", "en", "My grandson had a heart attack"),
        ("de", "Sie hat Bluthochdruck", "en", "She has high blood pressure"),
        ("en", "My father takes blood thinners", "es", "Mi padre toma anticoagulantes"),
        ("fr", "Il y a deux ans", "de", "Vor zwei Jahren"),
        ("de", "Vor dem Essen", "es", "Antes de comer"),
        ("es", "Tiene una erupción en la piel", "de", "Er hat einen Hautausschlag"),
        ("es", "Mis nietos están bien", "en", "My grandchildren are well"),
        // A posture that names the mouth, a glove with the hand in it, a hospital with the doctor, a month like a fever.
        ("es", "Túmbese boca arriba", "en", "Lie on your back"),
        ("pl", "Załóż rękawiczki", "en", "Put on gloves"),
        ("uk", "Він у лікарні", "en", "He is in hospital"),
        ("ca", "Torni el 5 de febrer", "es", "Vuelva el 5 de febrero"),
        ("en", "My child is well", "es", "Mi hijo está bien"),
        // "If … not" is "unless", and "unless" need not be "if … not".
        (
            "en", "Do not come back unless the fever returns", "de",
            "Kommen Sie nicht wieder, wenn das Fieber nicht zurückkehrt"
        ),
        ("de", "Wenn Sie nicht schlafen können, rufen Sie an", "en", "Call when you cannot sleep"),
        ("es", "Llame a menos que pueda venir", "en", "Call if you can't come"),
        ("fr", "À moins de 25 °C", "en", "Below 25 °C"),
        ("es", "Tengo los pies hinchados", "en", "I have swollen feet"),
        ("de", "Haben Sie Schmerzen im Nacken?", "en", "Do you have pain in the neck?"),
        ("en", "You should be able to walk tomorrow", "pl", "Jutro powinien Pan już chodzić"),
        // What is gone alone may have been said in other words.
        ("en", "Come in the morning", "es", "Venga temprano"),
    ])
    func aWordInAnotherFormIsNotDoubted(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws {
        let kinds: Set<TranslationWarning.Kind> = [.dates, .times, .units, .numbers, .obligation, .word, .negation]
        #expect(Set(try warnings(from, source, to, translation).map(\.kind)).isDisjoint(with: kinds))
    }

    @Test func aFormThatBecameAnotherIsToldOnce() throws {
        #expect(try warnings("en", "Put three drops in it", "fr", "Mettez-y trois doses").map(\.kind) == [.units])
        #expect(try warnings("en", "Take three puffs", "fr", "Prenez-en trois").map(\.kind) == [.word])
    }

    /// No list has them; the learnt lexicons do.
    @Test(arguments: [
        ("en", "There is a treasure chest here!", "fr", "Il y a un coffre à trésor ici !"),
        ("en", "There is a treasure chest here!", "ca", "Hi ha un cofre del tresor aquí!"),
    ])
    func aWordThatTheLexiconsFindIsNotDoubted(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws {
        #expect(try warnings(from, source, to, translation) == [])
    }

    @Test func aFileWithASlipIsRefused() throws {
        let path = NSTemporaryDirectory() + "concepts-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for text in [
            #"{"groups": {"day": {"warning": "colours", "concepts": ["today"]}}, "words": {}}"#,
            #"{"groups": {"day": {"warning": "dates", "concepts": ["today"]}}, "words": {"en": {"now": ["now"]}}}"#,
        ] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(throws: LanguageDataError.self) { try Concepts.read(path) }
        }
    }
}
