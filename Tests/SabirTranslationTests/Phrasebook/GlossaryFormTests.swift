import SabirProtocol
import Testing

@testable import SabirTranslation

/// Terms in the forms that sentences give them.
@Suite("A glossary's terms in sentences") struct GlossaryFormTests {
    private let glossary = Glossary([
        concept(
            "injection",
            preferred: [
                "en": "injection", "es": "inyección", "ca": "injecció", "fr": "injection", "de": "Spritze",
                "ro": "injecție",
                "uk": "ін’єкція", "ru": "инъекция", "ar": "حقنة", "hi": "इंजेक्शन", "zh": "注射", "eu": "injekzio",
            ], forbidden: ["es": "tiro", "ca": "tret", "de": "Schuss", "ru": "выстрел", "uk": "постріл"]),
        concept(
            "tablet",
            preferred: [
                "en": "tablet", "es": "comprimido", "de": "Tablette", "ru": "таблетка", "uk": "таблетка", "ar": "قرص",
                "ur": "گولی", "pt": "comprimido", "it": "compressa",
            ], forbidden: ["es": "tableta", "pt": "prancheta"]),
        concept(
            "pain",
            preferred: ["en": "pain", "es": "dolor", "uk": "біль", "ru": "боль", "de": "Schmerz", "ca": "dolor"]),
        concept(
            "blood pressure",
            preferred: [
                "en": "blood pressure", "es": "presión arterial", "ru": "артериальное давление",
                "fr": "tension artérielle",
                "de": "Blutdruck",
            ], forbidden: ["es": "presión sanguínea"]),
        concept("pressure", preferred: ["en": "pressure", "es": "presión", "de": "Druck"]),
        concept("cold (illness)", preferred: ["en": "cold", "es": "resfriado"]),
        concept("cold (feeling)", preferred: ["en": "cold", "es": "frío"]),
        GlossaryConcept(id: "paracetamol", isKept: true, terms: [GlossaryTerm("paracetamol", in: nil)]),
    ])

    private static func concept(
        _ id: String, preferred: [String: String], forbidden: [String: String] = [:]
    ) -> GlossaryConcept {
        GlossaryConcept(
            id: id,
            terms: preferred.sorted { $0.key < $1.key }.map { GlossaryTerm($1, in: phraseTag($0)) }
                + forbidden.sorted { $0.key < $1.key }.map { GlossaryTerm($1, in: phraseTag($0), .forbidden) })
    }

    private func warnings(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) -> [TranslationWarning] {
        glossary.check(source, from: phraseTag(from), translation: translation, to: phraseTag(to))
    }

    @Test(
        "are found however their language bends them, so that right lines are not doubted",
        arguments: [
            ("en", "You need two injections.", "es", "Necesita dos inyecciones."),
            ("en", "After the injection rest a little.", "ca", "Després de les injeccions, descansi una mica."),
            ("en", "The injection does not hurt.", "uk", "Це не боляче після ін’єкції."),
            ("en", "We give you an injection.", "ru", "Мы сделаем вам инъекцию."),
            ("en", "There are side effects of injections.", "ru", "Бывают побочные эффекты инъекций."),
            ("en", "You need an injection.", "ro", "Aveți nevoie de injecția aceasta."),
            ("en", "You need an injection.", "ar", "أنت بحاجة إلى الحقنة الآن."),
            ("en", "with two injections", "ar", "بحقنتين"),
            ("en", "The injection hurts.", "hi", "इंजेक्शन से दर्द होता है।"),
            ("en", "You need an injection.", "zh", "您需要打注射针。"),
            ("en", "with the injection", "eu", "injekzioarekin"),
            ("en", "You get an injection.", "de", "Sie bekommen zwei Spritzen."),
            ("en", "Take two tablets.", "es", "Tome dos comprimidos."),
            ("en", "Take a tablet for the pain.", "de", "Nehmen Sie eine Schmerztablette."),
            ("en", "Take five tablets.", "ru", "Примите пять таблеток."),
            ("en", "Take five tablets.", "uk", "Прийміть п'ять таблеток."),
            ("en", "Take the tablets.", "ar", "تناول الأقراص."),
            ("en", "Take the tablets.", "ur", "گولیاں لیں۔"),
            ("en", "Take the tablets.", "it", "Prenda le compresse."),
            ("en", "Do you feel pain?", "uk", "Ви відчуваєте болю?"),
            ("en", "Do you feel any pains?", "ru", "Вы чувствуете боли?"),
            ("en", "Your blood pressure is high.", "es", "Tiene las presiones arteriales altas."),
            ("en", "of your blood pressure", "ru", "вашего артериального давления"),
            ("en", "Your blood pressure is high.", "fr", "Votre tension est élevée, la tension artérielle."),
            ("en", "Your blood pressure is high.", "de", "Ihr Blutdruck ist hoch."),
            ("en", "Do you have a cold?", "es", "¿Está resfriada?"),
            ("en", "Are you cold?", "es", "¿Tiene frío?"),
            ("ru", "Вам нужна инъекция", "en", "You need an injection"),
            ("en", "Take paracetamol.", "de", "Nehmen Sie Paracetamoltabletten."),
            ("en", "Take paracetamol.", "eu", "Hartu paracetamola."),
        ])
    func rightLines(_ from: String, _ source: String, _ to: String, _ translation: String) {
        #expect(warnings(from, source, to, translation) == [])
    }

    @Test(
        "are missed where another word stands for them",
        arguments: [
            ("en", "You need an injection.", "es", "Necesita un pinchazo.", "injection", "inyección"),
            ("en", "You need two Injections.", "ru", "Вам нужно два укола.", "Injections", "инъекция"),
            ("en", "You need an injection.", "ar", "أنت بحاجة إلى دواء.", "injection", "حقنة"),
            ("en", "Your blood pressure is high.", "es", "Su presión es alta.", "blood pressure", "presión arterial"),
            ("en", "Do you have a cold?", "es", "¿Tiene tos?", "cold", "resfriado"),
            ("uk", "Візьміть таблетки", "es", "Tome las píldoras", "таблетки", "comprimido"),
        ])
    func missing(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ word: String, _ expected: String
    ) {
        let found = warnings(from, source, to, translation)
        #expect(found == [TranslationWarning(kind: .term, words: [word], counterparts: [expected])])
    }

    @Test(
        "are told where a forbidden one stands for them",
        arguments: [
            ("en", "You need an injection.", "es", "Necesita un tiro.", "tiro"),
            ("en", "You need two injections.", "es", "Necesita dos tiros, inyecciones.", "tiro"),
            ("en", "After the injection", "ru", "После выстрела", "выстрел"),
            ("en", "After the injection", "uk", "Після пострілів", "постріл"),
            ("en", "Take the tablets.", "pt", "Tome as pranchetas.", "prancheta"),
            ("en", "Your blood pressure", "es", "Su presión sanguínea", "presión sanguínea"),
        ])
    func forbidden(_ from: String, _ source: String, _ to: String, _ translation: String, _ term: String) {
        let found = warnings(from, source, to, translation)
        #expect(found.map(\.kind) == [.forbiddenTerm] && found.first?.counterparts == [term])
    }

    @Test(
        "are not seen in other words",
        arguments: [
            ("en", "Take a painkiller.", "es", "Tome un analgésico."),
            ("en", "It is colder today.", "es", "Hoy hace más fresco."),
            ("en", "The table is free.", "es", "La mesa está libre."), ("en", "It is painted.", "es", "Está pintado."),
            ("en", "You need a thyroid injection.", "es", "Necesita una inyección de tiroides."),
            ("fr", "Il hurle", "es", "Grita"),
        ])
    func otherWords(_ from: String, _ source: String, _ to: String, _ translation: String) {
        #expect(warnings(from, source, to, translation) == [])
    }
}
