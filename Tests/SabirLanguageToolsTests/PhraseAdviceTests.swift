import SabirProtocol
import Testing

@testable import SabirTranslation

/// Idioms, sentences that do not say who does it, and hard words.
struct PhraseAdviceTests {
    @Test(arguments: [
        ("en", "It's a piece of cake.", ["piece of cake"]),
        ("en", "Keep your fingers crossed!", ["Keep your fingers crossed"]),
        ("es", "¡Qué mala pata! Me costó un ojo de la cara.", ["mala pata", "un ojo de la cara"]),
        ("ca", "Plou a bots i barrals.", ["Plou a bots i barrals"]),
        ("de", "Ich drücke dir die Daumen!", ["drücke dir die Daumen"]),
        ("fr", "Il pleut des cordes aujourd’hui.", ["Il pleut des cordes"]),
        ("it", "In bocca al lupo!", ["In bocca al lupo"]),
        ("pt", "Isso é canja, não faça vista grossa.", ["é canja", "vista grossa"]),
        ("gl", "Chove a caldeiros.", ["Chove a caldeiros"]), ("oc", "Ai passat una nuèch blanca.", ["nuèch blanca"]),
        ("ro", "E floare la ureche, țin pumnii.", ["floare la ureche", "țin pumnii"]),
        ("eu", "Adarra jotzen ari zara?", ["Adarra jotzen"]), ("pl", "Trzymam kciuki!", ["Trzymam kciuki"]),
        ("ru", "Льёт как из ведра.", ["Льёт как из ведра"]), ("uk", "Ні пуху ні пера!", ["Ні пуху ні пера"]),
        ("tr", "Bu ÇOCUK OYUNCAĞI.", ["ÇOCUK OYUNCAĞI"]), ("ar", "ضرب عصفورين بحجر واحد", ["ضرب عصفورين"]),
        ("fa", "دستت درد نکند", ["دستت درد نکند"]), ("ur", "یہ بائیں ہاتھ کا کھیل ہے", ["بائیں ہاتھ کا کھیل"]),
        ("hi", "यह बाएँ हाथ का खेल है", ["बाएँ हाथ का खेल"]), ("bn", "এক ঢিলে দুই পাখি", ["এক ঢিলে দুই পাখি"]),
        ("zh", "这是小菜一碟。", ["小菜一碟"]), ("zh-TW", "不要拍馬屁。", ["拍馬屁"]),
    ])
    func anIdiomIsNamedAsItIsWritten(_ language: String, _ text: String, _ idioms: [String]) throws {
        #expect(try ShippedAdvice.words(.idiom, in: text, language) == idioms)
    }

    /// The same words, meant as they are.
    @Test(arguments: [
        ("en", "A piece of the cake, please."), ("en", "Raise your leg and hold it up in the air."),
        ("es", "Me duele la pata de la silla y un ojo."), ("ca", "Em fa mal un ull i la cara."),
        ("de", "Mein Daumen tut weh, ich kann ihn nicht drücken."), ("de", "Nehmen Sie das Kind auf den Arm."),
        ("fr", "Il pleut, et j'ai mal aux yeux et à la tête."), ("it", "Sono allergico alla frutta. Chiuda un occhio."),
        ("pt", "Coma canja e beba água."), ("gl", "Dóeme un ollo e a cara."), ("oc", "Me fa mal lo cap."),
        ("ro", "Mă doare urechea."), ("eu", "Hanka mina dut."), ("pl", "Boli mnie kciuk."),
        ("ru", "У меня болит палец и нос."),
        ("uk", "У мене болить ніс."), ("tr", "Çocuk oyuncağını yuttu."), ("ar", "يوجد ألم في الرأس والعين"),
        ("fa", "دستم درد می‌کند"), ("ur", "میرے بائیں ہاتھ میں درد ہے"), ("hi", "मेरे बाएँ हाथ में दर्द है"),
        ("bn", "আমার বাঁ হাতে ব্যথা"), ("zh", "我想吃一碟小菜。"), ("zh-Hant", "我的馬很大。"),
    ])
    func whatIsMeantAsItStandsIsNoIdiom(_ language: String, _ text: String) throws {
        #expect(try ShippedAdvice.words(.idiom, in: text, language) == [])
    }

    @Test(arguments: [
        ("en", "The form must be signed.", ["must be signed"]), ("es", "Se deberá avisar antes.", ["Se deberá"]),
        ("ca", "S'ha de prendre amb aigua.", ["S'ha de prendre"]),
        ("de", "Der Antrag ist einzureichen.", ["ist einzureichen"]),
        ("fr", "Il convient de venir à jeun.", ["Il convient de"]), ("it", "Va preso con acqua.", ["Va preso"]),
        ("pt", "Deve ser tomado à noite.", ["Deve ser tomado"]), ("pl", "Należy przyjść rano.", ["Należy"]),
        ("ru", "Следует прийти утром.", ["Следует"]), ("uk", "Слід прийти вранці.", ["Слід"]),
        ("en", "Please sign the form.", []), ("es", "Avise antes.", []), ("ca", "Prengui-ho amb aigua.", []),
        ("de", "Reichen Sie den Antrag ein.", []), ("fr", "Venez à jeun.", []), ("it", "Lo prenda con acqua.", []),
        ("pt", "Tome à noite.", []), ("pl", "Proszę przyjść rano.", []), ("ru", "Приходите утром.", []),
        ("uk", "Приходьте вранці.", []),
    ])
    func whoDoesItIsAskedForWhereNobodyIsNamed(_ language: String, _ text: String, _ words: [String]) throws {
        #expect(try ShippedAdvice.words(.nobodyNamed, in: text, language) == words)
    }

    @Test(arguments: [
        ("en", "You have hypertension.", "hypertension", "high blood pressure"),
        ("es", "Venga en ayunas.", "en ayunas", "sin comer ni beber nada"),
        ("ca", "Li cal l'empadronament.", "empadronament", "apuntar-se a l'ajuntament"),
        ("fr", "Venez à jeun.", "à jeun", "sans manger ni boire"),
        ("de", "Kommen Sie nüchtern.", "nüchtern", "ohne zu essen und zu trinken"),
        ("pt", "Venha em jejum.", "em jejum", "sem comer nem beber nada"),
        ("it", "Venga a digiuno.", "a digiuno", "senza mangiare né bere"),
        ("gl", "Veña en xaxún.", "en xaxún", "sen comer nin beber nada"),
        ("oc", "Venètz en dejun.", "en dejun", "sens manjar ni beure"),
        ("ro", "Veniți pe nemâncate.", "pe nemâncate", "fără să mâncați sau să beți"),
        ("eu", "Etorri barauran.", "barauran", "ezer jan eta edan gabe"),
        ("pl", "Proszę przyjść na czczo.", "na czczo", "bez jedzenia i picia"),
        ("ru", "Приходите натощак.", "натощак", "не есть и не пить до этого"),
        ("uk", "Приходьте натще.", "натще", "нічого не їсти й не пити до цього"),
        ("tr", "Aç karnına gelin.", "Aç karnına", "bir şey yemeden içmeden"),
        ("ar", "تعال على الريق", "على الريق", "بلا أكل ولا شرب"),
        ("fa", "ناشتا بیایید", "ناشتا", "بدون خوردن و نوشیدن"),
        ("ur", "نہار منہ آئیں", "نہار منہ", "کچھ کھائے پیے بغیر"),
        ("hi", "खाली पेट आइए", "खाली पेट", "कुछ खाए पिए बिना"), ("bn", "খালি পেটে আসুন", "খালি পেটে", "কিছু না খেয়ে, না পান করে"),
        ("zh", "请空腹来。", "空腹", "不吃东西，不喝东西"), ("zh-Hant", "請空腹來。", "空腹", "不吃東西，不喝東西"),
    ])
    func staffAreToldOfPlainerWordsAndNobodyElse(
        _ language: String, _ text: String, _ hard: String, _ plainer: String
    ) throws {
        let advice = DraftReview.advice(on: text, in: tag(language), knowing: ShippedAdvice.data, isStaffs: true)
        #expect(advice == [DraftAdvice(kind: .hardWord, words: [hard], plainer: [plainer])])
        #expect(try ShippedAdvice.words(.hardWord, in: text, language) == [])
    }

    @Test(arguments: [
        ("en", "Nothing to eat or drink before you come."), ("es", "Tiene la tensión alta."),
        ("de", "Sie haben hohen Blutdruck."),
        ("fr", "Vous avez mal à la tête."), ("zh", "您血压高。"),
    ])
    func plainWordsAreLeftAlone(_ language: String, _ text: String) {
        #expect(DraftReview.advice(on: text, in: tag(language), knowing: ShippedAdvice.data, isStaffs: true).isEmpty)
    }

    /// On some keyboards a letter and its sign are two; capitals and kinds of apostrophe do not matter either.
    @Test(arguments: ["Venez a\u{300} jeun.", "VENEZ À JEUN.", "Venez à jeun d’ici là."])
    func writingTheSameOtherwiseIsNoMatter(_ text: String) throws {
        #expect(try ShippedAdvice.words(.hardWord, in: text, "fr", isStaffs: true).count == 1)
    }

    /// As many as in all other advice, and each once.
    @Test func atMostFiveHardWordsAreNamed() throws {
        let text = "Hypertension, hypertension, hypotension, nausea, syncope, vertigo, pruritus, oedema."
        let advice = DraftReview.advice(on: text, in: tag("en"), knowing: ShippedAdvice.data, isStaffs: true)
        let hard = try #require(advice.first { $0.kind == .hardWord })
        #expect(hard.words == ["Hypertension", "hypotension", "nausea", "syncope", "vertigo"])
        #expect(hard.plainer.count == 5)
    }
}
