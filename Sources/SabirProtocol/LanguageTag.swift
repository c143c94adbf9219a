import Foundation
import Synchronization

/// A language as people and engines name it: a BCP 47 tag (RFC 5646) of at most 35 characters, such as `es`,
/// `pt-BR` or `zh-Hant-TW`.
///
/// Letter case is normalised to the form that RFC 5646 §2.1.1 recommends, so that equal tags compare equal. Only the
/// form is checked: an unregistered tag passes, and is then a language that no engine knows.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// Longest tag the contract allows, in characters.
    package static let maximumLength = 35

    /// The whole tag, in recommended letter case.
    package let description: String

    /// Nil where `text` is not a well-formed tag (`""`, `"español"`, `"e"`, `"en_US"`).
    package init?(_ text: String) {
        let bytes = text.utf8
        guard (2...Self.maximumLength).contains(bytes.count) else { return nil }
        // Nearly all tags are a bare language in lower case, and every message has one.
        if bytes.count <= 3, bytes.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) {
            description = text
            return
        }
        var parts: [Substring] = []
        for part in text.split(separator: "-", omittingEmptySubsequences: false) {
            guard (1...8).contains(part.utf8.count), part.utf8.allSatisfy(Self.isAlphanumeric) else { return nil }
            parts.append(part)
        }
        guard LanguageTagGrammar(parts).isWellFormed else { return nil }
        description = Self.recommendedCase(parts)
    }

    /// The language alone: `es` of `es-419`.
    package var primary: Substring { description.prefix { $0 != "-" } }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Language lower, script Title, region UPPER; everything after a singleton lower.
    private static func recommendedCase(_ parts: [Substring]) -> String {
        var afterSingleton = false
        let cased = parts.enumerated().map { index, part -> String in
            let lower = part.lowercased()
            defer { if part.utf8.count == 1 { afterSingleton = true } }
            guard index > 0, !afterSingleton else { return lower }
            let letters = part.utf8.allSatisfy { $0 > UInt8(ascii: "9") }
            switch (part.utf8.count, letters) {
            case (2, true): return lower.uppercased()
            case (4, true): return lower.prefix(1).uppercased() + lower.dropFirst()
            default: return lower
            }
        }
        return cased.joined(separator: "-")
    }
}

extension LanguageTag: CodableAsText {}

extension LanguageTag {
    /// Equal for tags that the same person can read: language and script after CLDR's likely subtags (UTS #35, "Likely
    /// Subtags") and alias replacement. `es-419`, `es-MX` and `es` have one key; `zh-TW` and `zh-CN` do not.
    package var readingKey: String {
        if let known = Self.readingKeys.withLock({ $0[self] }) { return known }
        let maximal = Locale.Language(identifier: description).maximalIdentifier
        let key = maximal.split(separator: "-").prefix(2).joined(separator: "-")
        Self.readingKeys.withLock { keys in
            if keys.count >= 1_024 { keys = [:] }
            keys[self] = key
        }
        return key
    }

    /// The keys found before, as CLDR's matching is slow. A lock, as they are asked for on any thread.
    private static let readingKeys = Mutex<[LanguageTag: String]>([:])

    /// The possible names of a file for readers of this language, the nearest first: `zh-Hant`, then `zh`, for `zh-TW`;
    /// `es` for `es-419`. Readers of Cantonese read what Hong Kong writes.
    package var catalogueNames: [String] {
        if primary == "yue" { return ["zh-Hant"] }
        guard description.utf8.contains(UInt8(ascii: "-")) else { return [description] }
        return [readingKey, String(primary)]
    }

    /// Whether someone who reads `self` reads `other` without a translation.
    package func reads(_ other: LanguageTag) -> Bool {
        self == other || readingKey == other.readingKey
    }
}
