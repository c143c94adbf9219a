import SabirProtocol

/// Reads terms from a table with the columns `concept,language,term,status`.
///
/// `language` is a tag, or `*` for a name that is the same in all languages. `status` is `preferred` (the default),
/// `admitted`, `forbidden` or `do-not-translate`. Rows with equal `concept` belong together; without one, a term is its
/// own concept.
struct GlossaryTableReader {
    private let table: CSVTable
    private(set) var problems: [ExchangeFileProblem] = []

    init(_ table: CSVTable) throws(ExchangeFileProblem) {
        let missing = ["language", "term"].filter { table.column($0) == nil }
        guard missing.isEmpty else {
            let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
            let message = "The first row must name the columns concept, language, term, status; missing: \(names)."
            throw ExchangeFileProblem(line: 1, message: message)
        }
        self.table = table
    }

    mutating func concepts() -> [GlossaryConcept] {
        var concepts: [GlossaryConcept] = []
        var places: [String: Int] = [:]
        for row in table.rows {
            do {
                let (term, isKept) = try term(of: row)
                let id = table.value("concept", in: row) ?? term.text
                let place = places[id] ?? concepts.count
                if place == concepts.count { concepts.append(GlossaryConcept(id: id)) }
                if places.updateValue(place, forKey: id) == nil { concepts[place].line = row.line }
                concepts[place].terms.append(term)
                concepts[place].isKept = concepts[place].isKept || isKept
            } catch {
                problems.append(ExchangeFileProblem(line: row.line, message: error.message))
            }
        }
        return concepts
    }

    private func term(of row: CSVTable.Row) throws(ExchangeFileProblem) -> (term: GlossaryTerm, isKept: Bool) {
        guard let text = table.value("term", in: row)?.composed, TermWords(text) != nil else {
            throw ExchangeFileProblem(message: "The term is empty.")
        }
        let status = table.value("status", in: row) ?? GlossaryTerm.Status.preferred.rawValue
        let isKept = status == "do-not-translate"
        guard let standing = isKept ? .preferred : GlossaryTerm.Status(rawValue: status) else {
            let allowed = (GlossaryTerm.Status.allCases.map(\.rawValue) + ["do-not-translate"]).joined(separator: ", ")
            throw ExchangeFileProblem(message: "There is no status \"\(status.prefix(40))\"; allowed: \(allowed).")
        }
        return (GlossaryTerm(text, in: try language(of: row), standing), isKept)
    }

    private func language(of row: CSVTable.Row) throws(ExchangeFileProblem) -> LanguageTag? {
        let name = table.value("language", in: row) ?? ""
        if name == "*" { return nil }
        guard let language = LanguageTag(name) else {
            throw ExchangeFileProblem(message: "\"language\" needs a language tag (BCP 47), such as \"es\", or *.")
        }
        return language
    }
}
