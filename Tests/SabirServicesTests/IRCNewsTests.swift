import SabirIRC
import SabirTranslation
import SabirProtocol
import Testing

@testable import SabirWeb
@testable import SabirServices

struct IRCNewsTests {
    /// The line itself may have gone by then: clients go by its id and number.
    @Test func aTranslationIsToldWithoutItsLine() {
        let id = MessageID()
        let translation = TranslationOutcome.same("hello")
        let told = FeedEvent.Translated(id: id, seq: 7, lang: LanguageTag("en")!, translation: translation)
        let news = IRCNews.of(.translation(told), .readers(of: told.lang))
        #expect(news == [.reading(id, seq: 7, told.lang, translation)])
    }
}
