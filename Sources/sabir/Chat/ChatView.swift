import SabirClient
import SabirTranslation
import SabirProtocol
import SabirNode

/// Shows a chat to a person or a program. Only one chat uses it, one call after another.
protocol ChatView {
    /// Whether a line could be meant as the password without saying so: a person's line could, a program marks it.
    var isTyped: Bool { get }
    mutating func show(_ event: RoomEvent)
    /// Shows the outcome of a message's translation for a reader of `lang`.
    mutating func show(_ line: TranslationOutcome, of message: Message, in lang: LanguageTag)
    /// Shows what a second look found in a translation that was shown.
    mutating func show(_ second: SecondReading, at line: TranslationOutcome, of message: Message, in lang: LanguageTag)
    /// Shows the delivery of this member's own message. Its echo comes as an event.
    mutating func show(_ delivery: Delivery)
    mutating func show(_ news: EarlierNews)
    /// Shows that a person confirmed how `original` reads in the reader's language; `original` is nil if it is not in
    /// memory.
    mutating func show(confirmation message: Message, of original: Message?)
    /// Shows what this program could not do.
    mutating func showRefusal(_ fault: WireFault)
    /// Shows a refusal whose sentence is in the reader's language already.
    mutating func showRefusal(_ code: ErrorCode, _ sentence: String)
    /// Shows any other sentence of the program.
    mutating func showSentence(_ sentence: String)
    mutating func showHelp()
    /// Shows the availability of languages, once for each language in the room.
    mutating func show(_ languages: [ChatLanguageAvailability])
    mutating func show(_ report: DraftReport, to reader: LanguageTag)
    mutating func show(_ notice: RoomNotice)
    /// Shows the pinned notice; nil if staff removed it.
    mutating func show(pinned: Notice?)
    mutating func show(_ line: TranslationOutcome, ofPinned notice: Notice, in lang: LanguageTag)
    mutating func show(_ phrases: [PhraseSuggestion], for words: String)
    /// The person gave the password that was asked for.
    mutating func confirmPassword()
    /// Shows the name and language that this member has from now on.
    mutating func showProfile(name: String, lang: LanguageTag)
    mutating func setTranslations(shown: Bool)
    func command(_ line: String) -> ChatCommand?
}
