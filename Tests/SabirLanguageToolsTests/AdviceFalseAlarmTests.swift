import SabirProtocol
import Testing

@testable import SabirTranslation

/// Advice on ordinary talk would soon be passed over: how much of what nobody wrote for these tests is advised.
struct AdviceFalseAlarmTests {
    /// By kind, the sentences that are advised.
    private func alarms(in sentences: [String], _ language: String) -> [DraftAdvice.Kind: [String]] {
        var alarms: [DraftAdvice.Kind: [String]] = [:]
        for sentence in sentences {
            for advice in DraftReview.advice(on: sentence, in: tag(language), knowing: ShippedAdvice.data) {
                alarms[advice.kind, default: []].append(sentence)
            }
        }
        return alarms
    }

    @Test(arguments: ["ca", "es", "en", "fr", "pt", "it", "ro", "ar", "zh", "uk", "ur"])
    func noSetSentenceForClinicsIsAdvised(_ language: String) throws {
        let sentences = try ShippedAdvice.phrasebook(language)
        #expect(sentences.count > 50)
        let alarms = alarms(in: sentences, language)
        for kind in [DraftAdvice.Kind.severalIdeas, .idiom, .bareNumber, .nobodyNamed] {
            #expect(alarms[kind, default: []] == [])
        }
    }

    @Test(arguments: [
        "ar", "bn", "ca", "de", "en", "es", "eu", "fa", "fr", "gl", "hi", "it", "oc", "pl", "pt", "ro", "ru", "tr",
        "uk", "ur", "zh",
    ])
    func ordinaryTalkIsNotAdvised(_ language: String) throws {
        let sentences = try ShippedAdvice.talk(language)
        #expect(sentences.count > 10)
        let alarms = alarms(in: Array(sentences), language)
        for kind in [DraftAdvice.Kind.severalIdeas, .idiom, .bareNumber, .nobodyNamed] {
            #expect(alarms[kind, default: []] == [])
        }
    }

    /// Sentences of a page are longer than what is said in a room.
    @Test(arguments: ShippedAdvice.data.languages)
    func whatThePageSaysIsSeldomAdvised(_ language: String) throws {
        let sentences = try ShippedAdvice.catalogue(language)
        #expect(sentences.count > 300)
        let alarms = alarms(in: sentences, language)
        let bounds: KeyValuePairs = [
            DraftAdvice.Kind.severalIdeas: 3.0, .idiom: 0, .bareNumber: 0.5, .nobodyNamed: 0.5,
        ]
        for (kind, percent) in bounds {
            let found = alarms[kind, default: []]
            #expect(Double(found.count) * 100 <= Double(sentences.count) * percent, "\(kind): \(found)")
        }
    }
}
