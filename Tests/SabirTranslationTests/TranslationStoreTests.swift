import SabirProtocol
import Testing

@testable import SabirTranslation

struct TranslationStoreTests {
    private let translation = Translation(
        text: "No prengui res", engine: "apertium",
        pivots: [LanguageTag("en"), LanguageTag("zh-Hant")].compactMap(\.self),
        warnings: [TranslationWarning(kind: .unknownWords, words: ["nada"], counterparts: ["res"])])

    @Test func aStoredTranslationComesBackWhole() {
        #expect(StoredTranslation(translation).translation == translation)
    }

    @Test func whatThisVersionCannotShowIsNotShown() {
        let stored = StoredTranslation(translation)
        let warning = StoredTranslation.Warning(kind: "of-a-later-version", words: [], counterparts: [])
        #expect(
            StoredTranslation(text: stored.text, engine: stored.engine, pivots: stored.pivots, warnings: [warning])
                .translation == nil)
        #expect(
            StoredTranslation(text: stored.text, engine: stored.engine, pivots: ["?"], warnings: []).translation == nil)
    }
}
