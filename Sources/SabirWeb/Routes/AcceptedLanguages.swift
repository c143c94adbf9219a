import SabirFeed
import SabirProtocol

/// Reads the languages of an `Accept-Language` header (RFC 9110 §12.5.4).
enum AcceptedLanguages {
    /// The accepted languages by preference; refused languages and invalid tags are left out.
    static func tags(_ header: String?) -> [LanguageTag] {
        let items = (header ?? "").split(separator: ",").prefix(20).compactMap(item)
        // Keeps languages of equal weight in their order.
        return items.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.tag)
    }

    /// The offered languages that a person reads, or else other forms of the same languages, without duplicates.
    static func suggested(_ wished: [LanguageTag], from offered: OfferedLanguages) -> [LanguageTag] {
        var known: Set<LanguageTag> = []
        return wished.compactMap { offered.nearest(to: $0) }.filter { known.insert($0).inserted }
    }

    private static func item(_ text: Substring) -> (tag: LanguageTag, weight: Double)? {
        let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        guard let tag = parts.first.flatMap({ LanguageTag($0) }) else { return nil }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        return weight > 0 ? (tag, weight) : nil
    }
}
