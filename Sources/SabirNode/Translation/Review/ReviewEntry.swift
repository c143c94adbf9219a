import Crypto
import Foundation
import SabirCore

/// What reviewers judge: a text, or a section as a whole.
package protocol Reviewable {
    /// The id; a slash behind a section's keeps it apart from an entry with the same id.
    var key: String { get }
    /// A judgement with another digest is about another version, and does not count.
    var digest: String { get }
}

/// A text of one language for a native speaker to judge.
package struct ReviewEntry: Reviewable, Sendable, Equatable {
    /// `phrases/reception/reception.hello`; stays the same when the text changes.
    package let id: String
    package let text: String
    /// The meaning, mostly in English; nil if there is none to show.
    package let reference: String?
    /// The reviewer named in the phrasebook's own file.
    package let reviewer: String?
    /// Of this text and its reference.
    package let digest: String

    /// - Parameter isMeant: whether the reference is what the text should say, rather than a similar example.
    init(id: String, text: String, reference: String? = nil, isMeant: Bool = true, reviewer: String? = nil) {
        self.id = id
        self.text = text
        self.reference = reference
        self.reviewer = reviewer
        digest = Self.digest([text] + (isMeant ? [reference].compactMap(\.self) : []))
    }

    package var key: String { id }

    /// A digest of several texts that keeps their boundaries.
    static func digest(_ texts: [String]) -> String {
        var hash = SHA256()
        for text in texts {
            hash.update(data: Data("\(text.utf8.count) ".utf8))
            hash.update(data: Data(text.utf8))
        }
        return Base64URL.text(of: hash.finalize())
    }
}

/// Entries that are reviewed together, so that a reviewer can say what is missing.
package struct ReviewSection: Reviewable, Sendable, Equatable {
    package enum Part: String, Sendable, CaseIterable {
        case warnings, phrases, cues, page
    }

    package let part: Part
    package let name: String
    package let entries: [ReviewEntry]
    /// Changes with each of its texts.
    package let digest: String

    init(_ part: Part, _ name: String, _ entries: [ReviewEntry]) {
        (self.part, self.name, self.entries) = (part, name, entries)
        digest = ReviewEntry.digest(entries.flatMap { [$0.id, $0.digest] })
    }

    package var id: String { "\(part.rawValue)/\(name)" }
    package var key: String { id + "/" }
}
