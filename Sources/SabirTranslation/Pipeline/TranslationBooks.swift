/// Set sentences and terms, as their files have them, and where set sentences are all there is.
package struct TranslationBooks: Sendable {
    package let phrasebook: Phrasebook
    package let glossary: Glossary
    package let phrasesOnly: PhrasesOnly
    /// What is wrong in the files, and is left out.
    package let problems: [ExchangeFileProblem]
    /// Files that are left out as a whole, with the reason.
    package var unread: [ExchangeFileProblem] { problems.filter(\.isOfWholeFile) }

    /// Reads the files: a second and more where they are long.
    ///
    /// - Parameter marking: as ``Phrasebook/load(_:marking:)`` takes it.
    package init(
        phrasebook: [String], glossary: [String], phrasesOnly: [LanguagePair] = [],
        marking: (inout TMXDocument) -> Void = { _ in }
    ) {
        self.phrasesOnly = PhrasesOnly(phrasesOnly)
        let (phrases, terms) = (Phrasebook.load(phrasebook, marking: marking), Glossary.load(glossary))
        (self.phrasebook, self.glossary) = (phrases.book, terms.glossary)
        problems = phrases.problems + terms.problems
    }

    init(_ resources: TranslationResources) {
        (phrasebook, glossary, problems) = (resources.phrasebook, resources.glossary, [])
        phrasesOnly = resources.phrasesOnly
    }
}

extension Translator {
    /// As they are now.
    package nonisolated var books: TranslationBooks { TranslationBooks(resources) }

    /// Set sentences and terms from now on. Where they are others than before, nothing is answered any more of what was
    /// translated with those; what engines have in hand goes to whoever asked, alone.
    ///
    /// - Returns: whether they are others.
    package func take(_ books: TranslationBooks) -> Bool {
        let before = (resources.phrasebook.version, resources.glossary.version, resources.phrasesOnly)
        take(phrasebook: books.phrasebook, glossary: books.glossary, phrasesOnly: books.phrasesOnly)
        guard before != (books.phrasebook.version, books.glossary.version, books.phrasesOnly) else { return false }
        beginAnew()
        return true
    }
}
