import SabirProtocol

/// One thing with its names; a concept entry in TBX.
package struct GlossaryConcept: Sendable, Equatable {
    package var id: String
    /// Whether translations keep its names unchanged: a medicine, a place.
    package var isKept = false
    /// The concept's terms, in the file's order.
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
