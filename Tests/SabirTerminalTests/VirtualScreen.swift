@testable import SabirTerminal

/// As much of a VT100 as the editor may use: printing with wide and combining characters, deferred wrap at the right
/// margin, CR, LF, BS, and CUU, CUD, CUF, CUB, CUP, ED, EL, SGR. Anything else is kept in `unknown`, and fails a test.
struct VirtualScreen {
    private(set) var columns: Int
    let rows: Int
    private(set) var cells: [[String]]
    /// Rows that were scrolled out at the top.
    private(set) var scrolledOut: [String] = []
    private(set) var row = 0
    private(set) var column = 0
    private(set) var unknown: [String] = []
    /// The terminal sets marks around what is pasted.
    private(set) var marksPastes = false

    private var wrapsNext = false
    private var decoder = ScalarDecoder()
    private var sequence: String?

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// Each row without its trailing spaces.
    var lines: [String] { cells.map(Self.text) }

    /// All rows above and on the screen, without the empty ones at the end.
    var transcript: [String] {
        var all = scrolledOut + lines
        while all.last == "" { all.removeLast() }
        return all
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for scalar in decoder.decode(bytes) { take(scalar) }
    }

    /// As xterm does: what no longer fits is cut off.
    mutating func resize(columns: Int) {
        cells = cells.map { Array(($0 + Array(repeating: " ", count: columns)).prefix(columns)) }
        self.columns = columns
        column = min(column, columns - 1)
    }

    private static func text(_ cells: [String]) -> String {
        let joined = cells.joined()
        return String(joined.reversed().drop { $0 == " " }.reversed())
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        if let begun = sequence {
            let isIntroducer = begun == "\u{1B}" && scalar == "["
            let isFinal = (0x40...0x7E).contains(scalar.value) && !isIntroducer
            sequence = isFinal ? nil : begun + String(scalar)
            if isFinal { perform(begun.dropFirst(2), scalar, whole: begun + String(scalar)) }
            return
        }
        switch scalar {
        case "\u{1B}": sequence = "\u{1B}"
        case "\r": (column, wrapsNext) = (0, false)
        case "\n": lineFeed()
        case "\u{08}": (column, wrapsNext) = (max(column - 1, 0), false)
        default: put(scalar)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = DisplayWidth.columns(of: scalar)
        let isControl = scalar.properties.generalCategory == .control
        guard !isControl else { return unknown.append("U+\(scalar.value)") }
        if width == 0 {
            let target = wrapsNext ? column : max(column - 1, 0)
            return cells[row][target] += String(scalar)
        }
        if wrapsNext || column + width > columns { wrap() }
        cells[row][column] = String(scalar)
        for extra in 1..<max(width, 1) + 1 where extra < width { cells[row][column + extra] = "" }
        column += width
        if column >= columns { (column, wrapsNext) = (columns - 1, true) }
    }

    private mutating func wrap() {
        (column, wrapsNext) = (0, false)
        lineFeed()
    }

    private mutating func lineFeed() {
        wrapsNext = false
        if row < rows - 1 { return row += 1 }
        scrolledOut.append(Self.text(cells.removeFirst()))
        cells.append(Array(repeating: " ", count: columns))
    }

    private mutating func perform(_ parameters: Substring, _ final: Unicode.Scalar, whole: String) {
        let first = Int(parameters) ?? 0
        wrapsNext = false
        switch final {
        case "A": row = max(row - max(first, 1), 0)
        case "B": row = min(row + max(first, 1), rows - 1)
        case "C": column = min(column + max(first, 1), columns - 1)
        case "D": column = max(column - max(first, 1), 0)
        case "H" where parameters.isEmpty: (row, column) = (0, 0)
        case "J" where first == 0: clearBelow()
        case "K" where first == 0: clear(row, from: column)
        case "m": break
        case "h" where parameters == "?2004": marksPastes = true
        case "l" where parameters == "?2004": marksPastes = false
        default: unknown.append(whole)
        }
    }

    private mutating func clearBelow() {
        clear(row, from: column)
        for below in (row + 1)..<max(rows, row + 1) { clear(below, from: 0) }
    }

    private mutating func clear(_ row: Int, from start: Int) {
        for column in start..<columns { cells[row][column] = " " }
    }
}
