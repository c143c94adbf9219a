import Foundation
import SabirProtocol

/// A phrasebook as a spreadsheet: a row for each sentence, with the columns
/// `id,situation,language,plural,reviewer,text`. Rows with equal `id` form one unit. Other attributes, properties and
/// notes are lost; only TMX keeps them.
package enum PhraseTable {
    static let columns = ["id", "situation", "language", "plural", "reviewer", "text"]

    /// Numbers the units that have no `tuid`.
    package static func text(of document: TMXDocument) -> String {
        var table = CSVTable(columns: columns)
        for (number, unit) in document.units.enumerated() {
            for segment in unit.segments {
                let fields = [
                    unit.id ?? "unit-\(number + 1)", unit.situation ?? "", segment.language.description,
                    segment.plural ?? "", unit.reviewer(of: segment) ?? "", segment.text,
                ]
                table.rows.append(CSVTable.Row(line: 0, fields: fields))
            }
        }
        return table.text
    }

    /// Leaves unusable rows out and reports them as problems.
    package static func read(_ data: Data) throws(ExchangeFileProblem) -> TMXDocument.Reading {
        let table = try CSVTable(parsing: ExchangeFile.text(data))
        try table.require(["id", "language", "text"])
        var units: [PhraseUnit] = []
        var places: [String: Int] = [:]
        let problems = table.readRows { row throws(ExchangeFileProblem) in
            let segment = try segment(of: row, in: table)
            guard let id = table.value("id", in: row) else {
                throw ExchangeFileProblem(message: "The id is missing: rows of one unit share it.")
            }
            if let place = places[id] { return units[place].segments.append(segment) }
            var unit = PhraseUnit(id: id, segments: [segment])
            unit.situation = table.value("situation", in: row)
            unit.line = row.line
            places[id] = units.count
            units.append(unit)
        }
        guard units.count <= TMXDocument.maximumUnits else {
            throw ExchangeFileProblem(
                message: "There are more than \(TMXDocument.maximumUnits) units. Divide the file.")
        }
        return (TMXDocument(units: units), problems)
    }

    private static func segment(
        of row: CSVTable.Row, in table: CSVTable
    ) throws(ExchangeFileProblem) -> PhraseSegment {
        guard let language = table.value("language", in: row).flatMap(LanguageTag.init) else {
            throw ExchangeFileProblem(message: "\"language\" needs a language tag (BCP 47), such as \"es\".")
        }
        guard let text = table.value("text", in: row) else {
            throw ExchangeFileProblem(message: "The text is empty.")
        }
        guard text.unicodeScalars.count <= TMXDocument.maximumSentence else {
            throw ExchangeFileProblem(message: "The text has more than \(TMXDocument.maximumSentence) characters.")
        }
        var segment = PhraseSegment(text.composed, in: language)
        segment.plural = table.value("plural", in: row)
        segment.reviewer = table.value("reviewer", in: row)
        segment.line = row.line
        _ = try PhraseTemplate(segment)
        return segment
    }
}
