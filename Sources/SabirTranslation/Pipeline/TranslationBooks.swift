/// The configured set sentences and terms, and the directions that use set sentences only.
package struct TranslationBooks: Sendable {
    package let phrasebook: Phrasebook
    package let glossary: Glossary
    package let phrasesOnly: PhrasesOnly
    /// Faulty parts of the files, which were left out.
    package let problems: [ExchangeFileProblem]
    /// The problems because of which whole files were left out.
    package var unread: [ExchangeFileProblem] { problems.filter(\.isOfWholeFile) }

    /// Reads the files, which takes a second or more for long ones.
    ///
    /// - Parameter marking: see ``Phrasebook/load(_:marking:)``.
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
    /// The books in use.
    package nonisolated var books: TranslationBooks { TranslationBooks(resources) }

    /// Replaces the set sentences and terms. If they differ, cached translations are dropped, and results under way are
    /// not cached.
    ///
    /// - Returns: whether the books differ.
    package func setBooks(_ books: TranslationBooks) -> Bool {
        let before = (resources.phrasebook.version, resources.glossary.version, resources.phrasesOnly)
        replaceBooks(by: books)
        guard before != (books.phrasebook.version, books.glossary.version, books.phrasesOnly) else { return false }
        invalidateTranslations()
        return true
    }
}
