import SabirProtocol

extension Glossary {
    /// Reads terms from a table with the columns `concept,language,term,status`.
    ///
    /// `language` is a tag, or `*` for a name that is the same in all languages. `status` is `preferred` (the default),
    /// `admitted`, `forbidden` or `do-not-translate`. Rows with equal `concept` belong together; without one, a term is
    /// its own concept.
    static func read(_ table: CSVTable) throws(ExchangeFileProblem) -> Reading {
        try table.require(["language", "term"], of: "the columns concept, language, term, status")
        var concepts: [GlossaryConcept] = []
        var places: [String: Int] = [:]
        let problems = table.readRows { row throws(ExchangeFileProblem) in
            let (term, isKept) = try term(of: row, in: table)
            let id = table.value("concept", in: row) ?? term.text
            let place = places[id] ?? concepts.count
            if place == concepts.count {
                concepts.append(GlossaryConcept(id: id, line: row.line))
                places[id] = place
            }
            concepts[place].terms.append(term)
            concepts[place].isKept = concepts[place].isKept || isKept
        }
        return (concepts, problems)
    }

    private static func term(
        of row: CSVTable.Row, in table: CSVTable
    ) throws(ExchangeFileProblem) -> (term: GlossaryTerm, isKept: Bool) {
        guard let text = table.value("term", in: row)?.composed, TermWords(text) != nil else {
            throw ExchangeFileProblem(message: "The term is empty.")
        }
        let status = table.value("status", in: row) ?? GlossaryTerm.Status.preferred.rawValue
        let isKept = status == "do-not-translate"
        guard let standing = isKept ? .preferred : GlossaryTerm.Status(rawValue: status) else {
            let allowed = (GlossaryTerm.Status.allCases.map(\.rawValue) + ["do-not-translate"]).joined(separator: ", ")
            throw ExchangeFileProblem(message: "There is no status \"\(status.prefix(40))\"; allowed: \(allowed).")
        }
        return (GlossaryTerm(text, in: try language(of: row, in: table), standing), isKept)
    }

    private static func language(
        of row: CSVTable.Row, in table: CSVTable
    ) throws(ExchangeFileProblem) -> LanguageTag? {
        let name = table.value("language", in: row) ?? ""
        if name == "*" { return nil }
        guard let language = LanguageTag(name) else {
            throw ExchangeFileProblem(message: "\"language\" needs a language tag (BCP 47), such as \"es\", or *.")
        }
        return language
    }
}
