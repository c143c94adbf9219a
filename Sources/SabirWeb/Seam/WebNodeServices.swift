import SabirFeed
import SabirTranslation
import SabirProtocol
import SabirRoom

/// The node, as its web page sees it. Every method may be called from any thread and at any time; none may wait longer
/// than the node's own time-outs.
package protocol WebNodeServices: FeedNodeServices {
    /// Name of the node, for a page's title.
    var name: String { get }
    /// Every room of this node in the order it is shown in, private and closed ones included: the page leaves out what
    /// a visitor may not see.
    func rooms() async -> [any WebRoom]

    /// How people are told why something was not translated, and of what they should be wary.
    var outcomeWording: any OutcomeWording { get }
    /// A room's topic for a reader of `lang`. Nobody says in which language a topic is written: the node finds out, or
    /// takes it for the house's own. Nil where the house tells of none.
    func topic(_ topic: String, of room: String, for lang: LanguageTag) async -> WebTopic?
    /// The language that a text seems to be in, where that is sure and not the declared one. Asks no engine.
    func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag?

    /// Set sentences that fit some words; all of them for an empty query. `to` is the language they are read in.
    func phrases(matching query: String, in lang: LanguageTag, to: LanguageTag?, limit: Int) async -> WebPhrases
    /// How a draft in a room will read for each language present, and what translators stumble on in it. `isStaffs`: one
    /// that staff write, who are told of plainer words.
    func check(
        _ text: String, in lang: LanguageTag, for present: [LanguageTag: Int], room: String, isStaffs: Bool
    ) async -> WebDraftCheck

    /// A room made by staff. One without a name is given one; a private one is not announced and has an id that cannot
    /// be guessed.
    func openRoom(name: String?, topic: String, isPrivate: Bool) async throws(WireFault) -> any WebRoom
    /// What staff should know of the node's health, now; none where all is well.
    func notices() async -> [WebStaffNotice]
    /// How the node is, for whoever looks after its machine; nil where it does not say.
    func condition() async -> WebCondition?
    /// Who is staff, by name and PIN of their own; nil where the node keeps no such list.
    var staffBook: (any WebStaffBook)? { get }
    /// The first number that staff read at this node's page, of a room as it stands; nil where they read nothing.
    func staffReadStart(in room: RoomFacts) async -> Int?
    /// Ends and erases a room that staff made; one from the configuration is closed and can be opened again.
    func closeRoom(_ id: String, by who: String) async
}

extension WebNodeServices {
    package func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag? { nil }

    package func topic(_ topic: String, of room: String, for lang: LanguageTag) async -> WebTopic? { nil }
    package func staffReadStart(in room: RoomFacts) async -> Int? { nil }
    package var staffBook: (any WebStaffBook)? { nil }
    package func condition() async -> WebCondition? { nil }
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
