import SabirProtocol

/// What makes two questions one, for the cache and in flight.
///
/// Languages are reading keys, and with them what an engine calls a variant that it tells from the plain language: its
/// answer for `ca-valencia` is none for `ca`. Where no engine does, all variants share one. The engine is no part of
/// it: an answer serves whichever engine gave it.
struct Question: Hashable {
    let text: String
    let from: String
    let to: String
    /// Names of people that the text holds, which are kept from engines.
    let names: [String]
}

/// How a language is named in a `Question`.
struct LanguageKey: Sendable {
    let readingKey: String
    /// The shortest tag that reads the same: `ca` of `ca-ES` and `ca-valencia`, `zh-Hant` of `zh-TW`.
    let plain: LanguageTag

    init(_ tag: LanguageTag) {
        readingKey = tag.readingKey
        let primary = LanguageTag(String(readingKey.prefix { $0 != "-" }))
        if let primary, primary.readingKey == readingKey {
            plain = primary
        } else {
            plain = LanguageTag(readingKey) ?? tag
        }
    }
}

/// A request under way that others may join: those who may not ask a room's host join no one who may.
struct FlightKey: Hashable {
    let question: Question
    let mayAskPeer: Bool
}

/// Why one engine gives no translation. Of several engines', the one that tells a reader most is shown: an engine
/// that failed on this very text, then one that rests, then one that could if it were up, then one that has no such
/// pair, then one that never answered, as the built-in defaults name two where most people run one.
enum Obstacle: Error, Comparable {
    case none
    case neverSeen(String)
    case pairMissing
    case down(String)
    case resting(UntranslatedReason)
    case failed(UntranslatedReason)

    private var rank: Int {
        switch self {
        case .none: 0
        case .neverSeen: 1
        case .pairMissing: 2
        case .down: 3
        case .resting: 4
        case .failed: 5
        }
    }

    static func < (left: Obstacle, right: Obstacle) -> Bool { left.rank < right.rank }

    func reason(_ from: LanguageTag, _ to: LanguageTag) -> UntranslatedReason {
        switch self {
        case .none: .noEngine
        case .pairMissing: .pairNotOffered(from: from, to: to)
        case .neverSeen(let engine), .down(let engine): .unreachable(engine: engine)
        case .resting(let reason), .failed(let reason): reason
        }
    }
}
