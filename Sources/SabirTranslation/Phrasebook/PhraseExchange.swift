import Foundation

/// Reads phrasebooks in either exchange format.
package enum PhraseExchange {
    /// Reads TMX or, if the first character is not `<`, a table (see `PhraseTable`). Every problem names the file.
    package static func read(file: String) throws(ExchangeFileProblem) -> TMXDocument.Reading {
        try ExchangeFile.contents(of: file) { data throws(ExchangeFileProblem) in try read(data) }
    }

    package static func read(_ data: Data) throws(ExchangeFileProblem) -> TMXDocument.Reading {
        let start = try ExchangeFile.text(data).unicodeScalars.first { !$0.properties.isWhitespace }
        return start == "<" || start == nil ? try TMXDocument.read(data) : try PhraseTable.read(data)
    }
}

extension TMXDocument {
    /// The units of all documents, in order. Of units with one `tuid`, the last one takes the place of the first.
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
