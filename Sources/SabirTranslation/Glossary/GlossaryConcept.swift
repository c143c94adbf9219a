import SabirProtocol

/// One thing with its names: what TBX calls a concept entry.
package struct GlossaryConcept: Sendable, Equatable {
    package var id: String
    /// Its names pass every translation as they are: a medicine, a place.
    package var isKept: Bool
    /// In the order of the file.
    package var terms: [GlossaryTerm]
    /// Line of the file, counted from one; 0 where it came from none.
    package var line = 0

    package init(id: String, isKept: Bool = false, terms: [GlossaryTerm] = []) {
        self.id = id
        self.isKept = isKept
        self.terms = terms
    }
}

/// A name of a concept in one language.
package struct GlossaryTerm: Sendable, Equatable {
    package enum Status: String, Sendable, CaseIterable {
        /// The one to use.
        case preferred
        /// As good as the preferred one.
        case admitted
        /// Never to be used.
        case forbidden
    }

    /// Nil: the name is the same in all languages.
    package var language: LanguageTag?
    package var text: String
    package var status: Status

    package init(_ text: String, in language: LanguageTag?, _ status: Status = .preferred) {
        self.text = text
        self.language = language
        self.status = status
    }
}

/// What a translation does that the glossary does not want.
package struct GlossaryFinding: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// `found` stands in the translation and may not.
        case forbidden = "forbidden-term"
        /// None of the concept's names stands in the translation.
        case missingPreferred = "missing-term"
        /// A name that must pass as it is did not.
        case notKept = "term-not-kept"
    }

    package var kind: Kind
    /// The name in the source; for `forbidden`, the forbidden one in the translation.
    package var term: String
    /// What should stand in the translation; nil where the glossary names nothing.
    package var expected: String?
    /// `GlossaryConcept.id`.
    package var concept: String
    /// The words of the source that made the glossary look, as they are written there.
    package var source: String
}
