import SabirProtocol

/// Identifies equal questions, for the cache and for requests under way.
///
/// Languages are reading keys, followed by the engines' own code of a variant that any engine distinguishes from the
/// plain language: a translation for `ca-valencia` does not serve `ca`. If no engine distinguishes variants, they share
/// an entry. The engine is not part of the question, because any engine's answer serves.
struct Question: Hashable {
    let text: String
    let from: String
    let to: String
    /// Names of people that the text contains, which engines must not see.
    let names: [String]
}

/// How a `Question` identifies a language.
struct LanguageKey: Sendable {
    let readingKey: String
    /// The shortest tag that reads the same: `ca` for `ca-ES` and `ca-valencia`, `zh-Hant` for `zh-TW`.
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

/// Identifies a request that others may join. Those who may not ask a room's host never join those who may.
struct FlightKey: Hashable {
    let question: Question
    let mayAskPeer: Bool
}

/// Why one engine gives no translation, in order of what tells readers most: an engine that failed on this very text,
/// then one that rests, one that is down, one without the pair, and one that never answered. The last is least, because
/// the defaults name two engines and most people run one.
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
