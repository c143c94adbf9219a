import Crypto
import Foundation
import SabirCore

/// A text of one language that a native speaker judges: whether it is right.
package struct ReviewEntry: Sendable, Equatable {
    /// `phrases/reception/reception.hello`; stays when the text changes.
    package let id: String
    package let text: String
    /// What it is to say, in English mostly; nil where nothing stands beside it.
    package let reference: String?
    /// Whom the phrasebook's own file names for it.
    package let reviewer: String?
    /// Names this very text beside what it is to say: a judgement of another is none of this one.
    package let digest: String

    /// - Parameter isMeant: whether the reference is what the text has to say, and not an example of the same kind.
    init(id: String, text: String, reference: String? = nil, isMeant: Bool = true, reviewer: String? = nil) {
        self.id = id
        self.text = text
        self.reference = reference
        self.reviewer = reviewer
        digest = Self.digest([text] + (isMeant ? [reference].compactMap(\.self) : []))
    }

    /// Of several texts, each told from the next.
    static func digest(_ texts: [String]) -> String {
        var hash = SHA256()
        for text in texts {
            hash.update(data: Data("\(text.utf8.count) ".utf8))
            hash.update(data: Data(text.utf8))
        }
        return Base64URL.text(of: hash.finalize())
    }
}

/// Entries that are read together, and of which one can say what is missing.
package struct ReviewSection: Sendable, Equatable {
    package enum Part: String, Sendable, CaseIterable {
        case warnings, phrases, cues, page
    }

    package let part: Part
    package let name: String
    package let entries: [ReviewEntry]
    /// Changes with any of its texts.
    package let digest: String

    init(_ part: Part, _ name: String, _ entries: [ReviewEntry]) {
        (self.part, self.name, self.entries) = (part, name, entries)
        digest = ReviewEntry.digest(entries.flatMap { [$0.id, $0.digest] })
    }

    package var id: String { "\(part.rawValue)/\(name)" }
}
