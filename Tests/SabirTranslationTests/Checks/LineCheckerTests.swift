import SabirCore
import SabirProtocol
import Testing

@testable import SabirTranslation

/// The cases that a checker of figures and cues gets wrong most easily.
@Suite struct LineCheckerTests {
    private let checker = ShippedLanguages.checker

    private static let rightLines: [(String, String, String, String)] = [
        // Arabic says "two" with an ending; "all four sides" are around.
        ("en", "Two nurses will come", "ar", "ستأتي ممرضتان"),
        ("en", "Bring two photos", "ar", "أحضر صورتين"),
        ("en", "Wash your hands", "ar", "اغسل اليدين"),
        ("en", "Walk around the house", "hi", "घर के चारों ओर घूमें"),
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
        ("en", "Hold the cup with your hand", "it", "Tenga la tazza con la mano"),
        ("ca", "Tinc mal de cap", "es", "Tengo dolor de cabeza"),
        ("en", "The file is invalid", "es", "El archivo no es válido"),
        ("fr", "Voici le point de départ", "en", "Here is the starting point"),
        ("en", "Unable to open it", "fr", "Impossible de l'ouvrir"),
        ("en", "Choose “never” or “always”", "fr", "Choisissez « toujours » ou « jamais »"),
        ("en", "Room No. 5", "es", "Sala n.º 5"),
        ("en", "Vitamin B12", "ar", "فيتامين B12"),
        ("en", "Your temperature is 38.5 °C", "ar", "درجة حرارتك ٣٨٫٥ °C"),
        ("en", "twenty-five drops", "es", "25 gotas"),
        // Millions without a number; a name said again; ten points and no minutes.
        ("en", "It shows millions of shapes", "de", "Es zeigt Millionen von Formen"),
        ("en", "Vitamin B12 is low, so take it", "es", "La vitamina B12 está baja; tome vitamina B12"),
        ("en", "My pain is 6 out of 10", "zh", "我的疼痛程度是6，满分10分"),
        ("en", "Thank you", "eu", "Mila esker"),
        ("ur", "ہفتے کے دن آئیں", "en", "Come on Saturday"),
        ("en", "Come on Saturday", "ur", "ہفتے کے دن آئیں"),
        ("de", "Rufen Sie 030.123456 an.", "fr", "Appelez le 030 12 34 56."),
        ("de", "Der Termin ist am 12.05.", "en", "The appointment is on 12 May."),
        ("de", "Der Termin ist am 12.05.", "en", "The appointment is on 12/05."),
        ("en", "The appointment is on 24/12.", "de", "Der Termin ist am 24.12."),
        ("fr", "Le rendez-vous est le 01/02.", "en", "The appointment is on 1 February."),
        // A slash stands before decimals in Persian, or between two numbers.
        ("en", "Take 2.5 mg", "fa", "۲/۵ میلی‌گرم مصرف کنید"),
        ("fa", "۰/۲ میلی‌گرم مصرف کنید", "en", "Take 0.2 mg"),
        ("en", "Your blood pressure is 120/80", "fa", "فشار خون شما ۱۲۰/۸۰ است"),
        ("ur", "ہفتے کو آئیں", "en", "Come on Saturday"),
        // Numbers as nouns, with articles and prepositions, and words that only hold one.
        ("en", "Take the five to the hospital", "ru", "Садитесь на пятёрку до больницы"),
        ("en", "The nurse is with four patients", "uk", "Медсестра з чотирма пацієнтами"),
        ("en", "The fourteen patients have come", "ar", "جاء المرضى الأربعة عشر"),
        ("en", "You have two accounts", "ar", "لديك حسابين"),
        ("bn", "\u{9A6}\u{9C1}\u{99F}\u{9C7}\u{9BE} বড়ি খান", "en", "Take two tablets"),
        ("zh", "几百年前这里有一条河", "en", "Centuries ago there was a river here"),
        ("zh", "请去3、16号房间", "en", "Please go to rooms 3 and 16"),
        ("es", "Ponga dos puntos después de la palabra", "en", "Put a colon after the word"),
        ("en", "It uses the WGS84 system of W3C", "it", "Usa il sistema W3C WGS84"),
        ("de", "Öffnungszeiten 08.30-12.15", "it", "Orario 8:30-12:15"),
        ("ar", "خمس وعشرون قطرة", "en", "25 drops"),
        ("ar", "مئة وخمسة وعشرون مليغراما", "en", "125 mg"),
        ("en", "Wait two hours", "ar", "انتظر ساعتين"),
        ("en", "Wait for two days", "zh", "请等两天"),
        ("en", "at half past three", "tr", "saat üç buçukta"),
        // A half after any unit, a month said again, cents after euros.
        ("pl", "Proszę pić półtora litra wody dziennie", "es", "Beba un litro y medio de agua al día"),
        ("en", "The school is closed from 1 to 15 August", "tr", "Okul 1 Ağustos'tan 15 Ağustos'a kadar kapalı"),
        ("en", "It costs forty euros and thirty cents", "tr", "Kırk euro otuz sent tutuyor"),
        ("en", "Take 5 mg and half a tablet", "es", "Tome 5 mg y media pastilla"),
        ("en", "Take 5 mg and half of a tablet", "es", "Tome 5 mg y media pastilla"),
        // An hour without its "one".
        ("en", "Wait 1 hour 30 minutes", "ru", "Подождите час 30 минут"),
        ("ru", "Подождите час и 30 минут", "fr", "Attendez 1 heure 30"),
        ("pl", "Proszę czekać godzinę 30 minut", "en", "Wait one hour thirty minutes"),
        ("en", "My mother is 82", "es", "Mi madre tiene 82 años"),
        ("en", "Take one in the morning and two in the evening", "pl", "Proszę brać jedną rano, a dwie wieczorem"),
        ("en", "Two tablets in the evening", "tr", "Akşam iki tablet"),
        ("en", "One in the morning and two at night", "ru", "Одну утром и две вечером"),
        ("en", "nine months", "fa", "نه ماه"),
        ("en", "No, thank you", "fa", "نه، ممنون"),
        ("en", "at nine", "fa", "ساعت نه"),
        ("en", "It is not urgent", "bn", "এটা জরুরি নয়"),
        ("en", "nine days", "bn", "নয় দিন"),
        ("en", "I did not eat before coming", "tr", "Gelmeden önce yemek yemedim"),
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
    ]

    @Test(arguments: Self.rightLines)
    func rightLinesRaiseNothing(_ from: String, _ source: String, _ to: String, _ translation: String) throws {
        #expect(try ShippedLanguages.kinds(from, source, to, translation) == [])
    }

    private static let damagedLines: [(String, String, String, String, TranslationWarning.Kind)] = [
        ("en", "Three nurses will come", "ar", "ستأتي ممرضتان", .numbers),
        ("en", "244890 people", "es", "24.490 personas", .numbers),
        ("en", "Take 1.5 mg", "es", "Tome 15 mg", .numbers),
        ("en", "Take 1.500 mg", "es", "Tome 1.500 mg más 2", .numbers),
        ("en", "Take 2.5 mg", "es", "Tome 2/5 mg", .numbers),
        ("en", "Take 2.5 mg", "fa", "۲۵ میلی‌گرم مصرف کنید", .numbers),
        ("en", "Your blood pressure is 120/80", "fa", "فشار خون شما ۸۰/۱۲۰ است", .numbers),
        ("de", "Der Termin ist am 12.05.", "en", "The appointment is on 12/06.", .numbers),
        ("en", "Take the five to the hospital", "ru", "Садитесь на шестёрку до больницы", .numbers),
        ("en", "You have three accounts", "ar", "لديك حسابين", .numbers),
        ("en", "Go to room B2, then to room C1", "es", "Vaya a la sala C1, luego a la sala B2", .numbers),
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
        ("en", "twenty-five drops", "ar", "خمس وثلاثون قطرة", .numbers),
        ("en", "Wait two hours", "ar", "انتظر يومين", .units),
        ("en", "Wait 1 hour 30 minutes", "ru", "Подождите 30 минут", .times),
        ("en", "Wait 2 hours 30 minutes", "ru", "Подождите час 30 минут", .times),
        ("en", "It is not urgent", "bn", "এটা জরুরি", .negation),
        // What a rule that doubted fewer right lines let by.
        ("en", "I have no fever, but I have a cough", "es", "No tengo fiebre y no tengo tos", .negation),
        ("tr", "Alerjiniz yoksa bu ilacı alın", "en", "Take this medicine if you have an allergy", .negation),
        ("en", "The tablets must be stopped before surgery", "es", "Tome las pastillas antes de la cirugía", .stopCue),
        ("de", "Unterbrechen Sie die Einnahme", "en", "Continue taking it", .stopCue),
        ("tr", "Gelmeden önce yemek yemedim", "en", "I ate before coming", .negation),
        ("fa", "نه، نمی‌خورم", "en", "Yes, I eat it", .negation),
        ("en", "Do not eat and do not drink", "es", "No coma y beba", .negation),
        ("en", "No, I do not have pain", "es", "No, tengo dolor", .negation),
        ("fr", "Il n'est plus malade", "en", "He is ill", .negation),
        ("en", "I am unable to walk. I do not smoke.", "es", "No puedo andar. Fumo.", .negation),
        ("en", "This is unsafe for children", "es", "Esto es seguro para niños", .negation),
        ("es", "Tómelo con leche", "en", "Do not take it with milk", .negation),
        ("en", "Stop taking the tablets", "es", "Tome las pastillas", .stopCue),
        ("en", "Hold the aspirin until Monday", "es", "Mantenga la aspirina hasta el lunes", .stopCue),
        ("en", "Do not stop taking it", "es", "Deje de tomarlo", .negation),
        ("en", "You must come back tomorrow", "es", "Puede volver mañana", .obligation),
        ("de", "Sie dürfen jetzt aufstehen", "fr", "Vous devez vous lever maintenant", .obligation),
        ("ru", "Вы должны ждать", "uk", "Ви можете почекати", .obligation),
        ("ur", "آپ کو انتظار کرنا ہوگا", "en", "You may wait", .obligation),
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
        ("en", "The dose is given in milligrams", "es", "La dosis se indica en gramos", .units),
        ("en", "The time is shown in seconds", "ur", "وقت منٹ میں دکھایا جاتا ہے", .units),
    ]

    @Test(arguments: Self.damagedLines)
    func damageRaisesItsWarning(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ kind: TranslationWarning.Kind
    ) throws {
        #expect(try ShippedLanguages.kinds(from, source, to, translation).contains(kind))
    }

    @Test(arguments: [
        // "Until" and "before".
        ("es", "No se copia hasta que no termine", "en", "It is not copied until it is finished"),
        ("en", "If you do not have pain, you may go home", "it", "Se non ha dolore, può andare a casa"),
        ("en", "If you have not eaten, tell the nurse", "it", "Se non ha mangiato, lo dica all'infermiera"),
        ("en", "You will never take it", "gl", "Endexamais o tomará"),
        ("en", "Wait until the nurse calls you", "it", "Aspetti finché l'infermiera non la chiama"),
        ("en", "We must go before they come", "tr", "Onlar gelmeden gitmeliyiz"),
        // "Only".
        ("en", "You can only drink water", "gl", "Non pode beber máis que auga"),
        ("en", "This is only for members", "ar", "هذا ليس إلا للأعضاء"),
        // Alternatives, two forms of one verb, the end of a sentence.
        ("en", "It cannot be copied or moved", "tr", "Kopyalanamıyor ya da taşınamıyor"),
        ("en", "See whether it is open", "tr", "Açık olup olmadığına bakın"),
        ("en", "Do not drink this water", "tr", "Bu suyu içme"),
        ("en", "You are the doctor, right?", "es", "Usted es el médico, ¿no?"),
        // An answer before what denies.
        ("en", "No, I do not take any medicine", "de", "Ich nehme keine Medikamente"),
        ("fr", "Non, je ne prends aucun médicament", "en", "I do not take any medicine"),
        ("es", "No, gracias, no lo quiero", "en", "No thanks, I do not want it"),
        // "Not unless" is "only if".
        ("ar", "لن أذهب إلا إذا جاء الطبيب", "en", "I will only go if the doctor comes"),
        (
            "en", "You can only go home if the doctor agrees", "es",
            "No puede ir a casa a menos que el médico esté de acuerdo"
        ),
        // Words that deny, or only look so.
        ("en", "It is shown in the absence of a unique key", "tr", "Benzersiz bir anahtar olmadığında gösterilir"),
        ("en", "Last but not least, wash your hands", "es", "Y por último, pero no menos importante, lávese las manos"),
        ("en", "I am unable to find it, it may be wrong", "fa", "ناتوان در یافتن آن، شاید اشتباه است"),
        ("en", "Could you wait here?", "ru", "Не могли бы вы подождать здесь?"),
        ("uk", "Чи не могли б ви зачекати тут?", "en", "Could you wait here?"),
        ("zh", "饭后才能吃", "en", "You cannot take it until you have eaten"),
        ("zh", "小船沉没了", "en", "The small ship went down"),
    ])
    func whatOneLanguageDeniesAndAnotherDoesNotIsNotDoubted(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws {
        #expect(try ShippedLanguages.kinds(from, source, to, translation) == [])
    }

    @Test(arguments: [
        ("en", "You can only drink water", "gl", "Non pode beber auga", TranslationWarning.Kind.negation),
        ("en", "You can drink only water", "es", "No puede beber agua", .negation),
        ("en", "It is not open until Monday", "it", "È aperto finché non è lunedì", .negation),
        ("en", "It will not be open until Monday", "es", "Estará abierto hasta el lunes", .negation),
        (
            "en", "The package is not known, or the list is not there", "es",
            "El paquete no se conoce, o la lista está ahí", .negation
        ),
        ("en", "Never eat or drink before the test", "ru", "Ешьте и пейте перед анализом", .negation),
        (
            "en", "Do not eat and do not drink if you have pain or fever", "es",
            "No coma y beba si tiene dolor o fiebre", .negation
        ),
        ("en", "Eat or drink before the test", "es", "No coma y no beba antes de la prueba", .negation),
        ("en", "Do not eat or drink. Wait here.", "es", "No coma ni beba. No espere aquí.", .negation),
        (
            "en", "Do not get up unless the nurse is there", "fr", "Levez-vous à moins que l'infirmière soit là",
            .negation
        ),
        (
            "en", "You can go home if the doctor agrees", "es",
            "No puede ir a casa a menos que el médico esté de acuerdo",
            .negation
        ),
        ("en", "No, I have never smoked, but my wife has", "fr", "Je ne fume pas, ma femme ne fume pas", .negation),
        ("en", "No, thank you, I do not want it", "es", "No, gracias, lo quiero", .negation),
        ("tr", "Benzersiz bir anahtar yok", "en", "There is a unique key", .negation),
        ("en", "I am unable to walk", "fa", "من می‌توانم راه بروم", .negation),
        ("en", "The date in seconds", "es", "La fecha en minutos", .units),
        ("en", "They are paid by the hour", "es", "Les pagan por semanas", .units),
        ("en", "It will take hours", "fa", "روز طول می‌کشد", .units),
        ("en", "I have had a cough for a week", "es", "Tengo tos desde hace un mes", .units),
    ])
    func damageBesideSuchAWordIsTold(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ kind: TranslationWarning.Kind
    ) throws {
        #expect(try ShippedLanguages.kinds(from, source, to, translation) == [kind])
    }

    @Test(arguments: [
        ("en", "It is on the second floor at half past ten.", "tr", "İkinci katta saat on buçukta."),
        ("en", "For an hour", "es", "Durante 1 hora"), ("en", "Every fortnight", "es", "Cada dos semanas"),
        // The day of Monday, the month of May.
        ("en", "Visiting hours on Monday", "ar", "مواعيد الزيارة يوم الاثنين"),
        ("en", "Visiting hours on Monday", "fa", "زمان ملاقات روز دوشنبه"),
        ("en", "Visiting hours on Sunday", "ur", "اتوار کے روز ملاقات کا وقت"),
        ("en", "Visiting hours on Monday", "hi", "सोमवार के दिन मिलने का समय"),
        ("en", "Visiting hours on Monday", "bn", "সোমবার দিন দেখা করার সময়"),
        ("en", "Visiting hours on Monday", "tr", "Pazartesi günü görüşme zamanı"),
        ("en", "Visiting hours in May", "fr", "Le temps de visite au mois de mai"),
    ])
    func unitsThatAreSaidOtherwiseAreNotDoubted(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws {
        #expect(try !ShippedLanguages.kinds(from, source, to, translation).contains(.units))
    }

    @Test(arguments: [
        // The imperative needs no "must", and a polite question no "may".
        ("en", "You must sign here", "es", "Firme aquí"),
        ("en", "Could you sit down?", "fr", "Asseyez-vous, s'il vous plaît."),
        ("en", "You may have to wait", "de", "Sie müssen vielleicht warten"),
        ("en", "You must not smoke", "es", "No puede fumar"), ("en", "You need to rest", "ca", "Cal que descanseu"),
        ("en", "It is possible to pay", "it", "Si può pagare"),
        // "Will be", which is "must" behind a verb alone.
        ("en", "You can go home, the bed will be free", "bn", "আপনি বাড়ি যান, বিছানা খালি হবে"),
        ("en", "He can come, it will be better", "ur", "وہ آئے، بہتر ہوگا"),
    ])
    func obligationsThatAreSaidOtherwiseAreNotDoubted(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws {
        #expect(try ShippedLanguages.kinds(from, source, to, translation) == [])
    }

    @Test func aWarningHasTheWordsOfBothSides() throws {
        let english = try #require(LanguageTag("en"))
        let spanish = try #require(LanguageTag("es"))
        let warnings = try checker.get().warnings(
            source: "Take 2 mg xyz", from: english, translation: "Tome 20 mg xyz", to: spanish)
        #expect(warnings == [TranslationWarning(kind: .numbers, words: ["2 mg"], counterparts: ["20 mg"])])
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
