import SabirProtocol

@testable import SabirFeed
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
extension FeedNews {
    static let cleared = FeedNews.told(.cleared, .everyone)

    static func message(_ message: Message) -> FeedNews { .told(.line(message), .everyone) }
    static func joined(_ info: MemberInfo, n: Int) -> FeedNews { .told(.joined(info, n: n), .everyone) }
    static func left(_ info: MemberInfo, n: Int) -> FeedNews { .told(.left(info, n: n), .everyone) }
    static func changed(_ info: MemberInfo, n: Int) -> FeedNews { .told(.changed(info, n: n), .everyone) }
    static func notice(_ notice: Notice?) -> FeedNews { .told(.notice(notice, nil), .everyone) }
    static func closing(_ text: Sentence) -> FeedNews { .told(.closing(text), .everyone) }
    static func removed(_ member: MemberID, _ fault: WireFault) -> FeedNews {
        .told(.removed(fault), .members([member]))
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
