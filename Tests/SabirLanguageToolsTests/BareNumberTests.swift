import SabirProtocol
import Testing

@testable import SabirTranslation

struct BareNumberTests {
    private static let linesWithBareNumbers: [(String, String, [String])] = [
        ("en", "Take 2 every 8", ["2", "8"]), ("en", "Take 2 every 8 hours", ["2"]), ("en", "Take 1 or 2", ["1", "2"]),
        ("en", "Take 500 in the morning.", ["500"]),
        ("en", "Take two tablets of 500, please.", ["500"]), ("es", "toma 500 cada 8", ["500", "8"]),
        ("ca", "Prengui 2 cada 6.", ["2", "6"]), ("fr", "Prenez 2 toutes les 8 heures", ["2"]),
        ("de", "Nehmen Sie 2 und abends 1.", ["2", "1"]), ("it", "Prenda 2 ogni 8 ore", ["2"]),
        ("pt", "Tome 1 ao almoço e 2 à noite", ["1", "2"]), ("gl", "Tome 2 cada 8 horas", ["2"]),
        ("oc", "Prenètz 2 cada 8 oras", ["2"]), ("ro", "Luați 2 la 8 ore", ["2"]),
        ("eu", "Hartu 2 eta gero 1", ["2", "1"]),
        ("pl", "Proszę brać 2 co 8 godzin", ["2"]), ("ru", "Принимайте 2 каждые 8 часов", ["2"]),
        ("uk", "Приймайте 2 кожні 8 годин", ["2"]), ("tr", "Sabahları 2, akşamları 1 alın", ["2", "1"]),
        ("ar", "خذ 2 كل 8 ساعات", ["2"]), ("fa", "هر 8 ساعت 2 بخورید", ["2"]), ("ur", "ہر 8 گھنٹے بعد 2 لیں", ["2"]),
        ("hi", "हर 8 घंटे में 2 लें", ["2"]), ("bn", "প্রতি 8 ঘণ্টায় 2 খান", ["2"]), ("zh", "每8小时吃2。", ["2"]),
        ("zh-Hant", "每8小時吃2，飯後吃。", ["2"]), ("ar", "خذ ٢ كل ٨ ساعات", ["٢"]),
    ]

    @Test(arguments: Self.linesWithBareNumbers)
    func aNumberThatCountsNothingIsNamed(_ language: String, _ text: String, _ numbers: [String]) throws {
        #expect(try ShippedAdvice.words(.bareNumber, in: text, language) == numbers)
    }

    @Test(arguments: [
        ("en", "Take 1 to 2 tablets every 4 to 6 hours."), ("es", "Tome 1 o 2 comprimidos cada 6 a 8 horas."),
        ("ru", "Принимайте 1 или 2 таблетки."), ("fa", "مقدار دارو ۰٫۵ میلی‌گرم برای هر کیلو است."),
        ("en", "Take 2 tablets every 8 hours."), ("en", "Take 500 mg, or 500mg, or 0.5 g every day."),
        ("en", "Take the tablets at 8, not before 10 or after 12."), ("en", "Take this letter to room 5."),
        ("en", "Take bus 24 to platform 3."), ("en", "Take the tablets until May 5."),
        ("en", "Take one on 3/5/2026 at 8:30."),
        ("en", "The medicine costs € 12 or 12 €."), ("en", "About the dose call 612 345 678."),
        ("en", "1) Take the tablets with water."), ("en", "Tablets: 2. Hours: 8."), ("en", "There are 3, not 4."),
        ("en", "You have taken the tablets since 2019."), ("en", "The pill is 50 % stronger."),
        ("en", "Take tablets between 8 and 10."), ("en", "Take vitamin B12 with food."),
        ("es", "Tome 2 comprimidos a las 8."), ("es", "Tome la medicina en la sala 3."),
        ("ca", "Prengui 2 pastilles a les 8."), ("fr", "Prenez 2 comprimés à 8 heures."),
        ("de", "Nehmen Sie 2 Tabletten um 8 Uhr."), ("de", "Nehmen Sie die Tablette ab dem 5. Mai."),
        ("de", "Nehmen Sie die Tablette 4-mal."),
        ("it", "Prenda 2 compresse alle 8."), ("pt", "Tome 2 comprimidos às 8."), ("gl", "Tome 2 pastillas ás 8."),
        ("oc", "Prenètz 2 comprimits."), ("ro", "Luați 2 comprimate la ora 8."), ("eu", "Hartu 2 pilula 8 orduro."),
        ("pl", "Proszę wziąć 2 tabletki o 8."), ("ru", "Примите 2 таблетки в 8."), ("uk", "Прийміть 2 таблетки о 8."),
        ("tr", "2 tablet alın, saat 8'de."), ("ar", "خذ 2 حبة الساعة 8."), ("fa", "2 قرص ساعت 8 بخورید."),
        ("ur", "2 گولیاں لیں۔"), ("hi", "2 गोलियाँ लें।"), ("bn", "2টি ট্যাবলেট খান।"), ("zh", "每8小时吃2片，第3天再来。"),
        ("zh-Hant", "每8小時吃2片。"),
    ])
    func whatIsMeasuredNamedOrATimeIsNot(_ language: String, _ text: String) throws {
        #expect(try ShippedAdvice.words(.bareNumber, in: text, language) == [])
    }
}
