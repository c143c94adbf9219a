import SabirProtocol

@testable import SabirFeed
@testable import SabirRoom
@testable import SabirTranslation
@testable import SabirWeb

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

extension Message {
    /// Line number `seq`, said by somebody called Anna.
    static func line(_ seq: Int, _ text: String = "hola", _ lang: LanguageTag = "es") -> Message {
        Message(seq: seq, id: .numbered(seq), ts: 1_000 + seq, member: .anna, from: "Anna", lang: lang, text: text)
    }
}

extension MemberID {
    static let anna = MemberID(rawValue: "anna")
    static let boris = MemberID(rawValue: "boris")
}

/// What rooms tell, as tests write it.
extension RoomNews {
    static let cleared = RoomNews.everybody(.acted(ModerationEvent(.clear)))
    static let settings = RoomNews.everybody(.acted(ModerationEvent(.topic)))

    static func message(_ message: Message) -> RoomNews { .everybody(.message(message)) }
    static func joined(_ info: MemberInfo, n: Int) -> RoomNews { .everybody(.joined(info, n: n)) }
    static func left(_ info: MemberInfo, n: Int) -> RoomNews { .everybody(.left(info, n: n)) }
    static func changed(_ info: MemberInfo, n: Int) -> RoomNews { .everybody(.changed(info, n: n)) }
    static func notice(_ notice: Notice?) -> RoomNews {
        .everybody(.notice(notice ?? Notice(text: "", lang: "es", ts: 9)))
    }
    static func closing(_ text: Sentence) -> RoomNews { .everybody(.error(WireFault(.closing, text, fatal: true))) }
    static func removed(_ member: MemberID, _ fault: WireFault) -> RoomNews {
        .one(HostedRoom.Seat(number: MemberNumber(member) ?? .nobody, connection: 0), .error(fault))
    }
}

extension TranslationOutcome {
    static func translated(_ text: String) -> TranslationOutcome {
        TranslationOutcome(text: text, state: .translated, engine: "test", milliseconds: 1)
    }

    static let untranslated = TranslationOutcome.untranslated(.unreachable(engine: "test"))
}

/// Says a code, and in which language.
struct PlainWording: OutcomeWording {
    func sentence(_ reason: UntranslatedReason, in language: LanguageTag) -> String { "\(reason.code) \(language)" }
    func sentence(_ warning: TranslationWarning, in language: LanguageTag) -> String {
        "\(warning.kind.rawValue) \(language)"
    }
}

/// A moment of the hand-moved clock, this many seconds after the tests' beginning.
func at(_ seconds: Double) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

private let start = ContinuousClock.now
