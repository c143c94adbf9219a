import SabirProtocol
import SabirRoom
import SabirTranslation

/// What a feed needs of its room.
package protocol FeedRoom: Sendable {
    var id: String { get }
    var facts: RoomFacts { get async }
    func listen(speakingForMembers: Bool) async -> AsyncStream<RoomNews>
    func lines(after seq: Int) async -> [Message]
    func isOverBudget(_ seq: Int) -> Bool
    func readers(besides: Set<MemberID>) async -> [LanguageTag: [Int: Int]]
    func present(_ members: Set<MemberID>) async -> Set<MemberID>
}

extension HostedRoom: FeedRoom {}

/// What feeds need of the node: its engines, and which languages they can translate.
package protocol FeedNodeServices: Sendable {
    /// Never throws: a text that cannot be translated comes back `.untranslated` with the reason. `room` is the id of
    /// the room in which the text was said.
    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome
    /// Compares a translation with what an idle engine makes of the same line; nil where no engine should or can do so.
    /// The answer may take a minute: ask only after the translation was sent to readers.
    func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> SecondReading?
    /// Whether an engine translates from one language into another for the members of a room.
    func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool
    /// Engines coming and going from now on; each caller gets its own stream, which keeps the newest events if it is
    /// read slowly. Nil: the phrasebook or the glossary changed, so that translations made with the old ones are
    /// obsolete.
    func engineEvents() async -> AsyncStream<EngineEvent?>
    /// What a reader of `reader` can count on where people write the languages `present`. The host of the room may have
    /// engines of its own; room nil: the best answer of all rooms.
    func availability(for reader: LanguageTag, among present: [LanguageTag], in room: String?) async
        -> LanguageAvailability
}
