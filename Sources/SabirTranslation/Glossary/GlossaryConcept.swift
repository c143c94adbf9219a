import SabirProtocol

/// One thing with its names; a concept entry in TBX.
package struct GlossaryConcept: Sendable, Equatable {
    package var id: String
    /// Whether translations keep its names unchanged: a medicine, a place.
    package var isKept = false
    /// In the file's order.
    package var terms: [GlossaryTerm] = []
    /// The line in the file, counted from one; 0 without a file.
    package var line = 0
}

/// A concept's name in one language.
package struct GlossaryTerm: Sendable, Equatable {
    package enum Status: String, Sendable, CaseIterable {
        /// The name to use.
        case preferred
        /// A name as good as the preferred one.
        case admitted
        /// A name never to be used.
        case forbidden
    }

    /// Nil if the name is the same in all languages.
    package var language: LanguageTag?
    package var text: String
    package var status: Status

    package init(_ text: String, in language: LanguageTag?, _ status: Status = .preferred) {
        self.text = text
        self.language = language
        self.status = status
    }
}

/// A way in which a translation violates the glossary.
package struct GlossaryFinding: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// The translation contains the forbidden name `found`.
        case forbidden = "forbidden-term"
        /// The translation contains none of the concept's names.
        case missingPreferred = "missing-term"
        /// A name that must be kept was changed.
        case notKept = "term-not-kept"
    }

    package var kind: Kind
    /// The name in the source; for `forbidden`, the forbidden name in the translation.
    package var term: String
    /// The name to use instead; nil if the glossary has none.
    package var expected: String?
    /// The concept's `id`.
    package var concept: String
    /// The source's words that matched the concept, as written.
    package var source: String
}
