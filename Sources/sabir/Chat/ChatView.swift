import SabirClient
import SabirTerminal
import SabirTranslation
import SabirProtocol
import SabirNode

/// How a chat shows itself: to a person or to a program. Called by one chat, one call after another.
protocol ChatView {
    /// Whether any line that comes could be meant as a password, as a person's may be; a program says which line is one.
    var isTyped: Bool { get }
    mutating func show(_ event: RoomEvent)
    /// What became of a message's translation for a reader of `lang`.
    mutating func show(_ line: TranslationOutcome, of message: Message, in lang: LanguageTag)
    /// What a second look found at a translation that was shown.
    mutating func show(_ second: SecondReading, at line: TranslationOutcome, of message: Message, in lang: LanguageTag)
    /// What became of a message of this end's own. Its echo comes as an event.
    mutating func show(_ delivery: Delivery)
    mutating func show(_ news: EarlierNews)
    /// A person has confirmed how `original` reads in the language of this end's reader; nil where that is out of reach.
    mutating func show(confirmation message: Message, of original: Message?)
    /// What this end itself could not do.
    mutating func refuse(_ fault: WireFault)
    /// The same, where the sentence is in the reader's language already.
    mutating func refuse(_ code: ErrorCode, _ sentence: String)
    /// What the program has to say besides.
    mutating func tell(_ sentence: String)
    mutating func help()
    /// What to count on, told once for each language in the room.
    mutating func show(_ outlooks: [ChatLanguageAvailability])
    mutating func show(_ report: DraftReport, to reader: LanguageTag)
    mutating func show(_ call: CallForHelp)
    /// `isNew`: it has changed just now, and was not found when one came in.
    mutating func show(_ notice: HelpNotice, isNew: Bool)
    mutating func show(_ report: ReportNotice)
    /// What staff have pinned; nil where it was taken down.
    mutating func show(pinned: Notice?)
    mutating func show(_ line: TranslationOutcome, ofPinned notice: Notice, in lang: LanguageTag)
    mutating func show(_ phrases: [PhraseSuggestion], for words: String)
    /// The password that was asked for has been given.
    mutating func passwordTaken()
    /// The settings by which this end goes from now on.
    mutating func present(name: String, lang: LanguageTag)
    mutating func setTranslations(shown: Bool)
    func command(_ line: String) -> ChatCommand?
}
