/// The configured set sentences and terms, and the directions that use set sentences only.
package struct TranslationBooks: Sendable {
    package var phrasebook = Phrasebook.empty
    package var glossary = Glossary.empty
    package var phrasesOnly = PhrasesOnly()
    /// Faulty parts of the files, which were left out.
    package private(set) var problems: [ExchangeFileProblem] = []
    /// The problems because of which whole files were left out.
    package var unread: [ExchangeFileProblem] { problems.filter(\.isOfWholeFile) }

    /// Changes with every sentence, term and direction.
    fileprivate var version: (String, String, PhrasesOnly) { (phrasebook.version, glossary.version, phrasesOnly) }

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

    /// No books.
    init() {}
}

extension Translator {
    /// The books in use.
    package nonisolated var books: TranslationBooks { resources.books }

    /// Replaces the set sentences and terms. If they differ, cached translations are dropped, and results under way are
    /// not cached.
    ///
    /// - Returns: whether the books differ.
    package func setBooks(_ books: TranslationBooks) -> Bool {
        let before = self.books
        replaceBooks(by: books)
        guard before.version != books.version else { return false }
        invalidateTranslations()
        return true
    }
}
