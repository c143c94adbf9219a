import SabirFeed
import SabirTranslation
import SabirProtocol
import SabirRoom

/// What the page needs of the node. Every method may be called from any thread at any time, and returns within the
/// node's own time-outs.
package protocol WebNodeServices: FeedNodeServices {
    /// The node's name, for the page's title.
    var name: String { get }
    /// Every room of this node in display order, private and closed ones included: the page leaves out what a visitor
    /// may not see.
    func rooms() async -> [any WebRoom]

    /// Sentences for why something was not translated, and for warnings about translations.
    var outcomeWording: any OutcomeWording { get }
    /// A room's topic for a reader of `lang`; nil if the node has none. As nobody declares a topic's language, the node
    /// guesses it, or assumes the house's own: `written`.
    func topic(
        _ topic: String, of room: String, for lang: LanguageTag
    ) async -> (written: LanguageTag, translation: TranslationOutcome)?
    /// The language that a text seems to be in, if that is certain and not the declared one. Asks no engine.
    func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag?

    /// Phrasebook sentences that match the query; all of them for an empty query. `to` is the reader's language.
    func phrases(
        matching query: String, in lang: LanguageTag, to: LanguageTag?, limit: Int
    ) async -> (situations: [String], phrases: [PhraseSuggestion])
    /// How a draft will read in each language present, with advice on its wording. `isStaffs`: the draft is by staff,
    /// who also get advice on plainer words.
    func check(
        _ text: String, in lang: LanguageTag, for present: [LanguageTag: Int], room: String, isStaffs: Bool
    ) async -> WebDraftCheck

    /// Opens a room for staff. A room without a name is given one; a private room is not announced and has an id that
    /// cannot be guessed.
    func openRoom(name: String?, topic: String, isPrivate: Bool) async throws(WireFault) -> any WebRoom
    /// Current problems that staff should know of; empty if there are none.
    func notices() async -> [WebStaffNotice]
    /// The node's condition for its operator.
    ///
    /// - Parameter visitors: How many visitors the page has.
    func status(visitors: Int) async -> StatusJSON
    /// Sets those of the node's metrics that are measured only on request. Returns the number of members of each room
    /// by its name, where all private rooms count as one.
    func measure(_ metrics: SabirMetrics) async -> [String: Int]
    /// The staff with names and PINs of their own; nil if the node keeps no such list.
    var staffBook: (any WebStaffBook)? { get }
    /// The first line number of a room that staff may read at a desk; nil if they may read none.
    func staffReadStart(in room: RoomFacts) async -> Int?
    /// Closes a room. One that staff made is erased; one from the configuration can be opened again.
    func closeRoom(_ id: String, by who: String) async
}

extension WebNodeServices {
    package func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag? { nil }

    package func topic(
        _ topic: String, of room: String, for lang: LanguageTag
    ) async -> (written: LanguageTag, translation: TranslationOutcome)? { nil }

    package func staffReadStart(in room: RoomFacts) async -> Int? { nil }
    package var staffBook: (any WebStaffBook)? { nil }
}

/// A problem that staff should know of.
package struct WebStaffNotice: Sendable, Hashable, Codable {
    /// A code for programs, such as `history-memory-only`.
    package let code: String
    /// A plain English sentence.
    package let text: String

    /// Whether the problem exists until somebody resolves it; otherwise the notice is about something that is over.
    package private(set) var isPresent = true

    package init(code: String, text: String, isPresent: Bool = true) {
        self.code = code
        self.text = text
        self.isPresent = isPresent
    }

    private enum CodingKeys: CodingKey { case code, text }
}
