import SabirProtocol
import SabirRoom
import SabirTranslation

/// What a feed asks of its room.
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

/// What feeds ask of the node: its engines, and what readers can count on.
package protocol FeedNodeServices: Sendable {
    /// Never throws: what cannot be translated comes back `.untranslated` with its reason. `room` is the id of the room it
    /// was said in.
    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome
    /// How a line that was translated so reads when an idle engine looks at it again; nil where none is to, or can. May
    /// come a minute later, or never: the line is told before it is asked for.
    func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> SecondReading?
    /// Whether an engine translates from one language into another for those in a room.
    func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool
    /// Engines coming and going from now on; a stream each caller. Nil: set sentences or terms are others than before, and
    /// what was translated with those is no answer any more. Bounded by its maker: the newest events are kept.
    func engineEvents() async -> AsyncStream<EngineEvent?>
    /// What someone who reads `reader` can count on where `present` are the languages written, in one room, whose host may
    /// have engines of its own; nil: in whichever room has most.
    func outlook(for reader: LanguageTag, among present: [LanguageTag], in room: String?) async -> LanguageAvailability
}

extension FeedNodeServices {
    package func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> SecondReading? { nil }

    package func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool { true }
}
