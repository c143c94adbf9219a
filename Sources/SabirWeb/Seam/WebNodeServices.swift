import SabirTranslation
import SabirProtocol

/// The node, as its web page sees it. Every method may be called from any thread and at any time; none may wait longer
/// than the node's own time-outs.
package protocol WebNodeServices: Sendable {
    /// Name of the node, for a page's title.
    var name: String { get }
    /// Every room of this node in the order it is shown in, private and closed ones included: the page leaves out what
    /// a visitor may not see.
    func rooms() async -> [any WebRoom]

    /// How people are told why something was not translated, and of what they should be wary.
    var outcomeWording: any OutcomeWording { get }
    /// Never throws: what cannot be translated comes back `.untranslated` with its reason. `room` is the id of the room it
    /// was said in; `said` its time by the host's clock, nil where it is none of the room's lines.
    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String, said: Int?
    ) async -> TranslationOutcome
    /// A room's topic for a reader of `lang`. Nobody says in which language a topic is written: the node finds out, or
    /// takes it for the house's own. Nil where the house tells of none.
    func topic(_ topic: String, of room: String, for lang: LanguageTag) async -> WebTopic?
    /// Engines coming and going from now on; a stream each caller. Bounded by its maker: the newest events are kept.
    func engineEvents() async -> AsyncStream<WebEngineEvent>
    /// What someone who reads `reader` can count on where `present` are the languages written.
    func outlook(for reader: LanguageTag, among present: [LanguageTag]) async -> LanguageAvailability
    /// The same in one room, whose host may have engines of its own; nil: in whichever room has most.
    func outlook(for reader: LanguageTag, among present: [LanguageTag], in room: String?) async -> LanguageAvailability

    /// Whether an engine translates from one language into another for those in a room.
    func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool
    /// The language that a text seems to be in, where that is sure and not the declared one. Asks no engine.
    func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag?

    /// Set sentences that fit some words; all of them for an empty query. `to` is the language they are read in.
    func phrases(matching query: String, in lang: LanguageTag, to: LanguageTag?, limit: Int) async -> WebPhrases
    /// How a draft will read for each language present, and what translators stumble on in it.
    func check(_ text: String, in lang: LanguageTag, for present: [LanguageTag: Int]) async -> WebDraftCheck
    /// The same for a draft in one room.
    func check(
        _ text: String, in lang: LanguageTag, for present: [LanguageTag: Int], room: String
    ) async -> WebDraftCheck

    /// A room made by staff. One without a name is given one; a private one is not announced and has an id that cannot
    /// be guessed.
    func openRoom(name: String?, topic: String, isPrivate: Bool) async throws(WireFault) -> any WebRoom
    /// What staff should know of the node's health, now; none where all is well.
    func notices() async -> [WebStaffNotice]
    /// Who is staff, by name and PIN of their own; nil where the node keeps no such list.
    var staffBook: (any WebStaffBook)? { get }
    /// Ends and erases a room that staff made; one from the configuration is closed and can be opened again.
    func closeRoom(_ id: String, by who: String) async
}

extension WebNodeServices {
    package func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool { true }
    package func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag? { nil }

    package func topic(_ topic: String, of room: String, for lang: LanguageTag) async -> WebTopic? { nil }
    package var staffBook: (any WebStaffBook)? { nil }

    package func outlook(
        for reader: LanguageTag, among present: [LanguageTag], in room: String?
    ) async -> LanguageAvailability {
        await outlook(for: reader, among: present)
    }

    package func check(
        _ text: String, in lang: LanguageTag, for present: [LanguageTag: Int], room: String
    ) async -> WebDraftCheck {
        await check(text, in: lang, for: present)
    }
}

/// What a room is about, as a reader gets it.
package struct WebTopic: Sendable, Hashable {
    /// The language it is taken to be written in.
    package let lang: LanguageTag
    package let translation: TranslationOutcome

    package init(lang: LanguageTag, translation: TranslationOutcome) {
        self.lang = lang
        self.translation = translation
    }
}

/// A change in what the engines can do.
package enum WebEngineEvent: Sendable, Hashable {
    /// Name of the engine.
    case up(String)
    /// It failed at a line and was found well at once.
    case proved(String)
    case down(String)
}

/// Something amiss that staff should know of.
package struct WebStaffNotice: Sendable, Hashable, Encodable {
    /// A word for programs, such as `history-memory-only`.
    package let code: String
    /// A plain sentence, in English.
    package let text: String

    /// Whether it lasts, and ends when it is mended; else it is news of something that is over.
    package let isPresent: Bool

    package init(code: String, text: String, isPresent: Bool = true) {
        self.code = code
        self.text = text
        self.isPresent = isPresent
    }

    private enum CodingKeys: CodingKey { case code, text }
}

/// What a reader can count on before anybody writes. The raw values are those of the page's `outlook`.
package enum LanguageAvailability: String, Sendable, Hashable, Codable {
    case translated
    /// Some of the languages present are translated, others not.
    case partly
    /// Set sentences of the phrasebook alone.
    case phrases
    case none
}
