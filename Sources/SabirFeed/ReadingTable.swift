import SabirProtocol
import SabirTranslation

/// Caches whether readers of one language read another without a translation, as looking up likely subtags is slow.
struct ReadingTable: Sendable {
    static let capacity = 4_096

    private var known: [LanguagePair: Bool] = [:]

    mutating func reads(_ reader: LanguageTag, _ written: LanguageTag) -> Bool {
        guard reader != written else { return true }
        let pair = LanguagePair(from: written, to: reader)
        if let answer = known[pair] { return answer }
        if known.count >= Self.capacity { known = [:] }
        let answer = reader.reads(written)
        known[pair] = answer
        return answer
    }
}
