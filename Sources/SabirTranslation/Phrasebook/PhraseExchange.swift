import Foundation

/// Phrasebooks in either of the forms they are exchanged in.
package enum PhraseExchange {
    /// A phrasebook in TMX or, where its first character is no `<`, as a table; see `PhraseTable`. The file's name
    /// stands in every problem.
    package static func read(
        file: String
    ) throws(ExchangeFileProblem) -> (document: TMXDocument, problems: [ExchangeFileProblem]) {
        do {
            let (document, problems) = try read(ExchangeFile.read(file))
            return (document, problems.map { $0.inFile(file) })
        } catch {
            throw error.inFile(file)
        }
    }

    package static func read(
        _ data: Data
    ) throws(ExchangeFileProblem) -> (document: TMXDocument, problems: [ExchangeFileProblem]) {
        let start = try ExchangeFile.text(data).unicodeScalars.first { !$0.properties.isWhitespace }
        return start == "<" || start == nil ? try TMXDocument.read(data) : try PhraseTable.read(data)
    }
}

extension TMXDocument {
    /// All units in the order of the documents; of units with one `tuid` the last one, in the place of the first.
    package init(merging documents: [TMXDocument]) {
        self = documents.first ?? TMXDocument()
        units = []
        var places: [String: Int] = [:]
        for unit in documents.flatMap(\.units) {
            if let id = unit.id, let place = places[id] {
                units[place] = unit
            } else {
                if let id = unit.id { places[id] = units.count }
                units.append(unit)
            }
        }
    }
}
