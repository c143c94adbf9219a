import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// A moment of the hand-moved clock, this many seconds after the tests' beginning.
func at(_ seconds: Double) -> NIODeadline { .uptimeNanoseconds(1_000_000_000_000 + UInt64(seconds * 1e9)) }

extension LanguageTag: ExpressibleByStringLiteral {
    /// For tags written out in a test: a malformed one is a mistake in the test.
    public init(stringLiteral text: String) {
        guard let tag = LanguageTag(text) else { fatalError("\(text) is no language tag.") }
        self = tag
    }
}

extension Hello {
    /// The hello of somebody whose device is named after them.
    static func of(_ name: String, _ lang: LanguageTag = "es", resume: Resume? = nil) -> Hello {
        Hello(room: nil, name: name, lang: lang, device: "device of \(name)", resume: resume)
    }
}

/// Tokens that anybody can read, which is enough where nobody forges.
struct PlainTokens: ResumeTokens {
    let start: String

    func token(room: String, epoch: String, first: Int, device: String? = nil) -> String? {
        (["\(first)", start, epoch, room] + [device].compactMap(\.self)).joined(separator: ".")
    }

    func read(_ token: String, room: String, epoch: String, device: String? = nil) -> ResumeClaim? {
        let parts = token.split(separator: ".").map(String.init)
        guard parts.dropFirst(2) == [epoch, room] + [device].compactMap(\.self), let first = Int(parts[0]) else {
            return nil
        }
        return ResumeClaim(first: first, isFromBefore: parts[1] != start)
    }
}

extension MessageID {
    /// The id number `n` of a test.
    static func numbered(_ n: UInt64) -> MessageID { MessageID { n } }
}

extension RoomSettings {
    static func test(
        members: Int = 1_000, kept: Int = 1_000, rate: (perSecond: Int, burst: Int)? = nil, queuedBytes: Int = 4 << 20
    ) -> RoomSettings {
        RoomSettings(
            info: RoomInfo(id: "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01", name: "Reception"), maximumMembers: members,
            keptMessages: kept, rate: rate, queuedBytes: queuedBytes)
    }
}

/// The fault that `act` ends with; nil where it succeeds.
func fault<Value>(_ act: () throws(WireFault) -> Value) -> WireFault? {
    do {
        _ = try act()
        return nil
    } catch {
        return error
    }
}

/// The message that everybody is told.
func accepted(_ outcome: DraftOutcome) -> Message? {
    if case .accepted(let message) = outcome { message } else { nil }
}

/// The message of an earlier time that its sender repeats.
func repeated(_ outcome: DraftOutcome) -> Message? {
    if case .repeated(let message) = outcome { message } else { nil }
}

func refused(_ outcome: DraftOutcome) -> WireFault? {
    if case .refused(let fault) = outcome { fault } else { nil }
}

func code(_ outcome: DraftOutcome) -> ErrorCode? { refused(outcome)?.code }

/// The name of the sentence that refuses a draft.
func refusal(_ outcome: DraftOutcome) -> String? {
    refused(outcome).map { $0.sentence.name ?? $0.code.rawValue }
}

extension RoomState {
    /// As it stands, where nothing depends on the time.
    var facts: RoomFacts { facts(now: at(0)) }
}
