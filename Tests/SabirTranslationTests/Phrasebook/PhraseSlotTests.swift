import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite("A slot") struct PhraseSlotTests {
    private let dose = book(
        unit(
            [
                "en": "Take {n} ml at {time}.", "es": "A las {time} tome {n} ml.", "ar": "تناول {n} ml في {time}.",
                "ne": "{time} मा {n} ml",
            ], plural: "any"))

    @Test("takes the number or the time wherever it stands in the other language")
    func orderDiffers() {
        #expect(dose.answer("take 5 ml at 8:30", "en", "es") == "A las 8:30 tome 5 ml.")
        #expect(dose.answer("A LAS 08:05 TOME 2,5 ML", "es", "en") == "Take 2.5 ml at 08:05.")
    }

    @Test("reads the digits of any script and shows the reader's usual ones")
    func digitsOfOtherScripts() {
        #expect(dose.answer("تناول ٢٫٥ ml في ١٨:٠٠.", "ar", "es") == "A las 18:00 tome 2,5 ml.")
        #expect(dose.answer("Take １０ ml at ８：３０", "en", "es") == "A las 8:30 tome 10 ml.")
        #expect(dose.answer("Take 10 ml at 8:30", "en", "ar-EG") == "تناول ١٠ ml في ٨:٣٠.")
        #expect(dose.answer("Take 2.5 ml at 8:30", "en", "ar-EG") == "تناول ٢٫٥ ml في ٨:٣٠.")
        #expect(dose.answer("Take 10 ml at 8:30", "en", "ar-MA") == "تناول 10 ml في 8:30.")
        #expect(dose.answer("Take 10 ml at 8:30", "en", "ne") == "८:३० मा १० ml")
    }

    @Test(
        "takes nothing that could be read in two ways",
        arguments: [
            "1,000", "1.000", "24,490", "244890.125", "1234567", "007", "-5", "+5", "1/2", "3-4", "½", "5%", "2x",
            "1 000",
            "5٢", "2.5.1", "five", "{n}", "", "1e3", "5'", "2^3",
        ])
    func doubtfulNumbers(number: String) {
        #expect(dose.answer("Take \(number) ml at 8:30", "en", "es") == nil)
    }

    @Test(
        "for a time takes hours and minutes only",
        arguments: ["8", "24:01", "8:60", "8:3", "8.30", "8:30:15", "8:30 pm", "108:30"])
    func doubtfulTimes(time: String) {
        #expect(dose.answer("Take 5 ml at \(time)", "en", "es") == nil)
        #expect(dose.answer("Take 5 ml at 24:00", "en", "es") == "A las 24:00 tome 5 ml.")
    }

    @Test("never changes a number: its digits come out as they went in, whatever the languages")
    func numbersAreKept() throws {
        var chance = PhraseChance(state: 3)
        let languages = ["en", "es", "ar", "ar-EG", "ne"]
        for _ in 0..<2_000 {
            let whole = Int.random(in: 0...999_999, using: &chance)
            let fraction = Bool.random(using: &chance) ? nil : "\(Int.random(in: 0...99, using: &chance))"
            let time = "\(Int.random(in: 0...23, using: &chance)):\(Int.random(in: 10...59, using: &chance))"
            let written = fraction.map { "\(whole).\($0)" } ?? "\(whole)"
            let reader = languages.randomElement(using: &chance) ?? "es"
            guard reader != "en" else { continue }
            let text = try #require(dose.answer("Take \(written) ml at \(time)", "en", reader))
            let digits = text.unicodeScalars.compactMap(\.decimalDigit).map(String.init).joined()
            let numbers = "\(whole)\(fraction ?? "")"
            let times = time.replacing(":", with: "")
            #expect(digits == numbers + times || digits == times + numbers, "\(text)")
            if reader == "es" { #expect(dose.answer(text, "es", "en") == "Take \(written) ml at \(time).") }
        }
    }

    @Test("with a fixed number beside it matches that number only")
    func fixedNumbers() {
        let calls = book(
            unit(["en": "Call 112 from room {n}.", "es": "Llame al 112 desde la sala {n}."], plural: "any"))
        #expect(calls.answer("call 112 from room 7", "en", "es") == "Llame al 112 desde la sala 7.")
        #expect(calls.answer("call 061 from room 7", "en", "es") == nil)
        #expect(calls.answer("call 7 from room 112", "en", "es") == nil)
    }

    @Test("that stands twice in a sentence needs the same number twice")
    func repeatedSlots() {
        let twice = book(unit(["en": "Room {n}, yes, {n}.", "es": "Sala {n}."], plural: "any"))
        #expect(twice.answer("room 4, yes, 4", "en", "es") == "Sala 4.")
        #expect(twice.answer("room 4, yes, 5", "en", "es") == nil)
    }

    @Test("may stand beside another with a sign between them that belongs to the sentence")
    func signsBetween() {
        let pressure = book(unit(["en": "It is {n}/{n2}.", "es": "Es {n} sobre {n2}."], plural: "any"))
        #expect(pressure.answer("it is 120/80", "en", "es") == "Es 120 sobre 80.")
        #expect(pressure.answer("it is 120-80", "en", "es") == nil)
        #expect(pressure.answer("it is 1,120/80", "en", "es") == nil)
    }

    @Test("that is missing in a translation keeps the unit from answering")
    func missingSlots() {
        let short = book(unit(["en": "Wait {n} minutes.", "es": "Espere."], plural: "any"))
        #expect(short.answer("wait 5 minutes", "en", "es") == nil)
        #expect(short.answer("espere", "es", "en") == nil)
    }

    @Test("decides the form of the words beside it")
    func pluralForms() throws {
        let clinic = Phrasebook([try TMXDocument.read(shipped("phrasebook/clinic.tmx")).document])
        let expected = [
            ("ro", 1, "așteptați 1 minut."), ("ro", 5, "așteptați 5 minute."), ("ro", 20, "așteptați 20 de minute."),
            ("ro", 101, "așteptați 101 minute."), ("uk", 1, "1 хвилину."), ("uk", 3, "3 хвилини."),
            ("uk", 12, "12 хвилин."),
            ("uk", 21, "21 хвилину."), ("ar", 1, "دقيقة واحدة (1)."), ("ar", 2, "دقيقتين (2)."), ("ar", 7, "7 دقائق."),
            ("ar", 15, "15 دقيقة."), ("fr", 1, "1 minute."), ("fr", 2, "2 minutes."), ("zh", 1, "请等1分钟。"),
        ]
        for (language, number, ending) in expected {
            let text = try #require(clinic.answer("Please wait \(number) minutes", "en", language))
            #expect(text.hasSuffix(ending), "\(text)")
        }
        #expect(clinic.answer("Please wait 1 minute.", "en", "es") == "Espere 1 minuto, por favor.")
        #expect(clinic.answer("Please wait 100 minutes", "en", "ar") == nil)
        #expect(clinic.answer("Please wait 1.5 minutes", "en", "uk") == nil)
    }

    @Test("without a rule is right for the numbers of the form `other` only")
    func withoutPlural() {
        let plain = book(unit(["en": "Wait {n} minutes", "es": "Espere {n} minutos", "xx": "qq {n}", "zh": "等{n}分钟"]))
        #expect(plain.answer("wait 2 minutes", "en", "es") == "Espere 2 minutos")
        #expect(plain.answer("wait 1 minutes", "en", "es") == nil)
        #expect(plain.answer("wait 1 minutes", "en", "zh") == "等1分钟")
        #expect(plain.answer("wait 2 minutes", "en", "xx") == nil)
    }
}
