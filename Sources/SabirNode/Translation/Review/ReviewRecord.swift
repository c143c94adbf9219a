import Foundation
import SabirCore
import SabirProtocol

/// One reviewer's judgement of a text or a section: one line of `reviews.jsonl`.
package struct ReviewRecord: Sendable, Hashable {
    package enum Verdict: String, Codable, Sendable, Hashable {
        /// About an entry: right, wrong, or `text` is better.
        case yes, no, better
        /// About a section: complete, or `text` is missing.
        case complete, missing

        package var isOfSection: Bool { self == .complete || self == .missing }
        var hasText: Bool { self == .better || self == .missing }
    }

    /// Most Unicode scalars of `text`.
    package static let longestText = 2_000
    private static let longestSubject = 400

    package let lang: LanguageTag
    /// The id of an entry or a section.
    package let subject: String
    /// The digest of the judged texts.
    package let digest: String
    package let verdict: Verdict
    package let text: String
    package let by: String
    /// Whole seconds.
    package let at: Date

    /// The key of what is judged.
    var key: String { subject + (verdict.isOfSection ? "/" : "") }

    /// Throws a sentence for the reviewer if the judgement is invalid.
    package init(
        _ verdict: Verdict, of subject: String, digest: String, text: String = "", in lang: LanguageTag, by: String,
        at: Date
    ) throws(NodeError) {
        (self.verdict, self.lang) = (verdict, lang)
        self.at = Date(timeIntervalSince1970: at.timeIntervalSince1970.rounded(.down))
        self.text = verdict.hasText ? WireText.cleanMessage(text).trimmingCharacters(in: .whitespacesAndNewlines) : ""
        guard !verdict.hasText || !self.text.isEmpty else {
            throw NodeError(description: "The text is empty. Write what it should be, or what is missing.")
        }
        guard self.text.unicodeScalars.count <= Self.longestText else {
            throw NodeError(description: "The text is too long: at most \(Self.longestText) characters.")
        }
        guard let name = try? WireText.name(by) else {
            throw NodeError(description: "The reviewer's name cannot be so.")
        }
        self.by = name
        guard (1...Self.longestSubject).contains(subject.utf8.count), WireText.cleanMessage(subject) == subject,
            Base64URL.bytes(of: digest)?.count == 32
        else { throw NodeError(description: "It names no text that could be reviewed.") }
        (self.subject, self.digest) = (subject, digest)
    }
}

extension ReviewRecord: Codable {
    private struct Line: Codable {
        let lang, subject, digest: String
        let verdict: Verdict
        /// Nil for none.
        let text: String?
        let by, at: String
    }

    package init(from decoder: any Decoder) throws {
        let line = try Line(from: decoder)
        guard let lang = LanguageTag(line.lang), let at = try? Date(line.at, strategy: .iso8601) else {
            throw NodeError(description: "Its language or time is none.")
        }
        try self.init(
            line.verdict, of: line.subject, digest: line.digest, text: line.text ?? "", in: lang, by: line.by, at: at)
    }

    package func encode(to encoder: any Encoder) throws {
        let line = Line(
            lang: lang.description, subject: subject, digest: digest, verdict: verdict, text: text.isEmpty ? nil : text,
            by: by, at: at.formatted(.iso8601))
        try line.encode(to: encoder)
    }
}

/// A file that a reviewer returns and a node imports.
package struct ReviewExport: Codable, Sendable {
    /// The version of the format.
    package let sabirReview: Int
    package let records: [ReviewRecord]

    package init(_ records: [ReviewRecord]) { (sabirReview, self.records) = (1, records) }

    private enum CodingKeys: String, CodingKey {
        case sabirReview = "sabir_review"
        case records
    }

    package var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
    }

    /// Throws a sentence if the file is no review. Refuses records later than tomorrow: a wrong clock wrote them, and
    /// they would override all later judgements.
    package static func read(_ data: Data, now: Date) throws(NodeError) -> ReviewExport {
        let export: ReviewExport
        do {
            export = try JSONDecoder().decode(ReviewExport.self, from: data)
        } catch {
            throw NodeError(description: "It is no file of reviews as Sabir writes it, or it was changed.")
        }
        guard export.sabirReview == 1 else {
            throw NodeError(description: "It was written by a later version of Sabir. Update this one.")
        }
        guard export.records.allSatisfy({ $0.at < now + 86_400 }) else {
            throw NodeError(description: "It has judgements from the future: the clock where it was written is wrong.")
        }
        return export
    }
}
