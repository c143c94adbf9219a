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
struct Obstacle: Error, Comparable {
    enum Kind: Int {
        case none, neverSeen, pairMissing, down, resting, failed
    }

    static let none = Obstacle(kind: .none, reason: .noEngine)

    let kind: Kind
    let reason: UntranslatedReason

    static func < (left: Obstacle, right: Obstacle) -> Bool { left.kind.rawValue < right.kind.rawValue }
}
