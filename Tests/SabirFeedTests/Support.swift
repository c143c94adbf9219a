import SabirProtocol
import Synchronization

@testable import SabirFeed
@testable import SabirRoom
@testable import SabirTranslation

extension LanguageTag: ExpressibleByStringLiteral {
    /// For tags written out in a test: a malformed one is a mistake in the test.
    public init(stringLiteral text: String) {
        guard let tag = LanguageTag(text) else { fatalError("\(text) is no language tag.") }
        self = tag
    }
}

extension MessageID {
    /// The id number `n` of a test.
    static func numbered(_ n: Int) -> MessageID { MessageID { UInt64(n) } }
}

extension MemberID {
    static let anna = MemberID(rawValue: "anna")
    static let boris = MemberID(rawValue: "boris")
}

extension Message {
    /// Line number `seq`, said by somebody called Anna.
    static func line(_ seq: Int, _ text: String = "hola", _ lang: LanguageTag = "es") -> Message {
        Message(seq: seq, id: .numbered(seq), ts: 1_000 + seq, member: .anna, from: "Anna", lang: lang, text: text)
    }
}

/// What rooms tell, as tests write it.
extension RoomNews {
    static let cleared = RoomNews.everybody(.acted(ModerationEvent(.clear)))

    static func message(_ message: Message) -> RoomNews { .everybody(.message(message)) }
    static func joined(_ info: MemberInfo, n: Int) -> RoomNews { .everybody(.joined(info, n: n)) }
    static func notice(_ notice: Notice?) -> RoomNews {
        .everybody(.notice(notice ?? Notice(text: "", lang: "es", ts: 9)))
    }
    static func closing(_ text: Sentence) -> RoomNews { .everybody(.error(WireFault(.closing, text, fatal: true))) }
    static func muted(_ member: MemberID, _ isMuted: Bool) -> RoomNews {
        .everybody(.acted(ModerationEvent(isMuted ? .mute : .unmute, on: member, named: nil)))
    }
    static func removed(_ member: MemberID, _ fault: WireFault) -> RoomNews {
        .one(HostedRoom.Seat(number: MemberNumber(member) ?? .nobody, connection: 0), .error(fault))
    }
}

extension TranslationOutcome {
    static func translated(_ text: String) -> TranslationOutcome {
        TranslationOutcome(text: text, state: .translated, engine: "test", milliseconds: 1)
    }

    static let untranslated = TranslationOutcome.untranslated(.unreachable(engine: "test"))
    static let overBudget = TranslationOutcome.untranslated(.overBudget)
    static let busy = TranslationOutcome.untranslated(.busy)
}

/// A moment of the hand-moved clock, this many seconds after the tests' beginning.
func at(_ seconds: Double) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

private let start = ContinuousClock.now

/// A node whose engines translate everything, and look at nothing twice.
extension FeedNodeServices {
    func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> SecondReading? { nil }

    func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool { true }
}

/// Its engine answers with the text behind the target's brackets.
final class CountingNode: FeedNodeServices {
    private let texts = Mutex<[String]>([])

    var asked: [String] { texts.withLock { $0 } }

    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome {
        texts.withLock { $0.append("\(text) \(from)>\(to)") }
        return .translated("[\(to)] \(text)")
    }

    func engineEvents() async -> AsyncStream<EngineEvent?> { AsyncStream { $0.finish() } }
    func availability(for reader: LanguageTag, among present: [LanguageTag], in room: String?) async
        -> LanguageAvailability
    {
        .translated
    }
}
