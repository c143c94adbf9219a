import Foundation
import SabirProtocol

/// The texts that native speakers review, as the page shows them to one reviewer.
package protocol WebReview: Sendable {
    /// All texts in a language, with this reviewer's own verdicts and nobody else's; empty if there are no texts in it.
    func sections(in language: LanguageTag, for reviewer: String) async throws(WebFault) -> [WebReviewSection]
    /// Records a verdict; returns once it is on disk.
    func judge(_ word: WebReviewWord, in language: LanguageTag, by reviewer: String) async throws(WebFault)
    /// A file with this reviewer's verdicts on the language.
    func export(_ language: LanguageTag, of reviewer: String) async throws(WebFault) -> Data
}

/// A verdict on an entry (`yes`, `no`, `better`) or on a section (`complete`, `missing`).
package struct WebReviewWord: Decodable, Sendable {
    package let id: String
    /// The digest that was sent with the judged text.
    package let digest: String
    package let verdict: String
    package let text: String?
}

package struct WebReviewSection: Encodable, Sendable {
    let id: String
    let part: String
    let name: String
    let digest: String
    /// `complete` or `missing`; nil until this reviewer judges the section.
    @OrNull var verdict: String?
    /// What the reviewer says is missing.
    let text: String
    let entries: [WebReviewEntry]

    package init(
        id: String, part: String, name: String, digest: String, verdict: String?, text: String,
        entries: [WebReviewEntry]
    ) {
        (self.id, self.part, self.name, self.digest) = (id, part, name, digest)
        (self.verdict, self.text, self.entries) = (verdict, text, entries)
    }
}

package struct WebReviewEntry: Encodable, Sendable {
    let id: String
    let digest: String
    let text: String
    /// The text in another language, which says what this one should mean.
    @OrNull var reference: String?
    /// `yes`, `no` or `better`; nil until this reviewer judges the entry.
    @OrNull var verdict: String?
    let better: String

    package init(id: String, digest: String, text: String, reference: String?, verdict: String?, better: String) {
        (self.id, self.digest, self.text, self.better) = (id, digest, text, better)
        (self.reference, self.verdict) = (reference, verdict)
    }
}

/// The answer to `sabir phrases review`: a code for one reviewer.
package struct ReviewOpened: Codable, Sendable {
    package let code: String
    package let address: String
    /// The fingerprint of the certificate that browsers meet there, if it is not a trusted one.
    package let fingerprint: String?
    /// For how many seconds the code can be used.
    package let seconds: Int
}
