/// A table of comma-separated values (RFC 4180): fields with commas, quotes or line breaks are quoted, and quotes
/// inside doubled. Lines may end in CR LF or LF. The first row names the columns.
struct CSVTable: Sendable, Equatable {
    struct Row: Sendable, Equatable {
        /// The row's first line, counted from one.
        var line: Int
        var fields: [String]
    }

    static let maximumRows = 500_000

    /// The columns' names in lower case, because people write them either way.
    var columns: [String]
    var rows: [Row] = []
}

extension CSVTable {
    init(parsing text: String) throws(ExchangeFileProblem) {
        try Self.refuseControls(text)
        var scanner = CSVScanner(scalars: Array(text.unicodeScalars))
        columns = try scanner.row()?.fields.map { $0.collapsed.lowercased() } ?? []
        while let row = try scanner.row() {
            if row.fields.allSatisfy({ $0.collapsed.isEmpty }) { continue }
            guard row.fields.count <= columns.count else {
                let message =
                    "There are \(row.fields.count) values for \(columns.count) columns. Put quotes around commas."
                throw ExchangeFileProblem(line: row.line, message: message)
            }
            guard rows.count < Self.maximumRows else {
                throw ExchangeFileProblem(line: row.line, message: "There are more than \(Self.maximumRows) rows.")
            }
            rows.append(row)
        }
    }

    /// Refuses characters that XML 1.0 (§2.2) forbids, because they would vanish when a table is converted.
    private static func refuseControls(_ text: String) throws(ExchangeFileProblem) {
        let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar) }
        guard let place = text.unicodeScalars.firstIndex(where: isControl) else { return }
        let code = String(text.unicodeScalars[place].value, radix: 16, uppercase: true)
        throw ExchangeFileProblem(
            line: text.line(of: place), message: "There is a control character here (U+\(code)). Take it out.")
    }

    func column(_ name: String) -> Int? { columns.firstIndex(of: name) }

    /// Throws if a column is missing.
    ///
    /// - Parameter columns: what the first row must name, for the problem.
    func require(_ names: [String], of columns: String = "the columns") throws(ExchangeFileProblem) {
        let missing = names.filter { column($0) == nil }.map { "\"\($0)\"" }.joined(separator: ", ")
        guard !missing.isEmpty else { return }
        throw ExchangeFileProblem(line: 1, message: "The first row must name \(columns); missing: \(missing).")
    }

    /// Reads every row by `read`; rows at which it throws are left out and reported.
    func readRows(_ read: (Row) throws(ExchangeFileProblem) -> Void) -> [ExchangeFileProblem] {
        rows.compactMap { row in
            do throws(ExchangeFileProblem) { try read(row) } catch {
                return ExchangeFileProblem(line: row.line, message: error.message)
            }
            return nil
        }
    }

    /// The row's field in this column; nil if the column is missing or the field is empty.
    func value(_ name: String, in row: Row) -> String? {
        guard let column = column(name), column < row.fields.count else { return nil }
        let text = row.fields[column].collapsed
        return text.isEmpty ? nil : text
    }

    /// The table as CSV. Lines end in CR LF, as RFC 4180 requires.
    var text: String {
        ([columns] + rows.map(\.fields)).map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } || field.first == " "
        return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
}

/// Consumes a text row by row.
private struct CSVScanner {
    let scalars: [Unicode.Scalar]
    var place = 0
    var line = 1

    mutating func row() throws(ExchangeFileProblem) -> CSVTable.Row? {
        guard place < scalars.count else { return nil }
        var row = CSVTable.Row(line: line, fields: [])
        while true {
            row.fields.append(try field())
            guard place < scalars.count else { return row }
            let end = scalars[place]
            place += 1
            if end == "," { continue }
            if end == "\r", place < scalars.count, scalars[place] == "\n" { place += 1 }
            line += 1
            return row
        }
    }

    private mutating func field() throws(ExchangeFileProblem) -> String {
        guard place < scalars.count, scalars[place] == "\"" else { return plainField() }
        let start = line
        place += 1
        var text = String.UnicodeScalarView()
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            if scalar == "\n" { line += 1 }
            guard scalar == "\"" else {
                text.append(scalar)
                continue
            }
            guard place < scalars.count, scalars[place] == "\"" else { return try closed(text, start) }
            text.append(scalar)
            place += 1
        }
        throw ExchangeFileProblem(line: start, message: "The quote that opens here is never closed.")
    }

    private func closed(_ text: String.UnicodeScalarView, _ start: Int) throws(ExchangeFileProblem) -> String {
        guard place == scalars.count || [",", "\r", "\n"].contains(scalars[place]) else {
            throw ExchangeFileProblem(line: start, message: "Text goes on after a closing quote. Double quotes inside.")
        }
        return String(text)
    }

    private mutating func plainField() -> String {
        let start = place
        while place < scalars.count, ![",", "\r", "\n"].contains(scalars[place]) { place += 1 }
        return String(String.UnicodeScalarView(scalars[start..<place]))
    }
}
