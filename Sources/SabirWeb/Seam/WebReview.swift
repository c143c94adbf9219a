import Foundation
import SabirProtocol

/// What native speakers review, as the page shows it to one of them.
package protocol WebReview: Sendable {
    /// All there is in that language, with what this reviewer said of it; none of what others said. Empty where there is
    /// nothing in that language.
    func sections(in language: LanguageTag, for reviewer: String) async throws(WebReviewFault) -> [WebReviewSection]
    /// Returns once it is on the disk.
    func judge(_ word: WebReviewWord, in language: LanguageTag, by reviewer: String) async throws(WebReviewFault)
    /// A file with what this reviewer said of that language.
    func export(_ language: LanguageTag, of reviewer: String) async throws(WebReviewFault) -> Data
}

/// What somebody says of an entry (`yes`, `no`, `better`) or of a section (`complete`, `missing`).
package struct WebReviewWord: Decodable, Sendable {
    package let id: String
    /// As it was told with what they judge.
    package let digest: String
    package let verdict: String
    package let text: String?
}

package struct WebReviewFault: Error, Sendable {
    package enum Reason: String, Sendable {
        /// The text is another by now.
        case changed = "text-changed"
        case wrong = "review-wrong"
        /// The file cannot be read or written.
        case unusable = "review-unusable"
    }

    package let reason: Reason
    package let text: String

    package init(_ reason: Reason, _ text: String) { (self.reason, self.text) = (reason, text) }
}

package struct WebReviewSection: Sendable {
    package let id: String
    package let part: String
    package let name: String
    package let digest: String
    /// `complete`, `missing`; nil where this reviewer has yet to say.
    package let verdict: String?
    /// What is missing.
    package let text: String
    package let entries: [WebReviewEntry]

    package init(
        id: String, part: String, name: String, digest: String, verdict: String?, text: String,
        entries: [WebReviewEntry]
    ) {
        (self.id, self.part, self.name, self.digest) = (id, part, name, digest)
        (self.verdict, self.text, self.entries) = (verdict, text, entries)
    }
}

package struct WebReviewEntry: Sendable {
    package let id: String
    package let digest: String
    package let text: String
    /// What it is to say, or is like, in another language.
    package let reference: String?
    /// `yes`, `no`, `better`; nil where this reviewer has yet to say.
    package let verdict: String?
    package let better: String

    package init(id: String, digest: String, text: String, reference: String?, verdict: String?, better: String) {
        (self.id, self.digest, self.text, self.better) = (id, digest, text, better)
        (self.reference, self.verdict) = (reference, verdict)
    }
}

/// What `sabir phrases review` is told: the code for one reviewer.
package struct ReviewOpened: Codable, Sendable {
    package let code: String
    package let address: String
    /// Of the certificate that a browser meets there, where nobody vouches for it.
    package let fingerprint: String?
    package let seconds: Int
}
