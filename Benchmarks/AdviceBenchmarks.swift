import SabirTranslation
import SabirProtocol

/// What advice on a draft costs its writer, who waits for it: `sabir-bench advice`, from the project's folder.
enum AdviceBenchmarks {
    private static let characters = 300

    /// Talk of a clinic, with something for each kind of advice in it.
    private static let talk = [
        "ar": "خذ الدواء مع الماء بعد الأكل وإذا شعرت بألم فاتصل بنا ثم تعال على الريق يوم الاثنين. خذ 2 كل 8. ",
        "de": "Nehmen Sie 2 und fahren Sie heute kein Auto und kommen Sie am Montag nüchtern. Ein Kinderspiel. ",
        "en": "Take 2 every 8 with water and do not drive a car and come back. Hypertension is no piece of cake. ",
        "hi": "गोली पानी के साथ लें और आज शाम गाड़ी न चलाएँ लेकिन सोमवार को सुबह खाली पेट आएँ। यह बाएँ हाथ का खेल है। ",
        "zh": "请用温水把药片吃下去然后今天下午不要开车但是如果您肚子疼就给我们打电话。每8小时吃2。这是小菜一碟，请空腹来。",
    ]

    static func run() async {
        let data = AdviceData(in: "share/languages") { print($0) }
        for (language, words) in talk.sorted(by: { $0.key < $1.key }) {
            let text = String(String(repeating: words, count: 8).prefix(characters))
            guard let tag = LanguageTag(language) else { continue }
            for (what, known) in [("all advice", data), ("without the language's file", AdviceData.none)] {
                await Benchmark(name: "\(language), \(characters) characters, \(what)", operations: 200).measure {
                    for _ in 0..<200 {
                        use(DraftReview.advice(on: text, in: tag, knowing: known, isStaffs: true))
                    }
                }
            }
        }
    }
}
