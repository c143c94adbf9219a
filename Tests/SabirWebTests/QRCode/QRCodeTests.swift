import Foundation
import FoundationXML
import Testing

@testable import SabirWeb

@Suite struct QRCodeTests {
    let code = QRCode("http://192.168.1.23:8275/r/Reception")!

    @Test func aCodeHasItsFinderPatterns() {
        for (row, column) in [(0, 0), (0, code.width - 7), (code.width - 7, 0)] {
            for step in 0..<7 {
                #expect(code.isDark(row: row, column: column + step))
                #expect(code.isDark(row: row + 6, column: column + step))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1))
            #expect(code.isDark(row: row + 3, column: column + 3))
        }
        #expect((code.width - 17) % 4 == 0)
    }

    @Test func whatCannotBeACodeIsNone() {
        #expect(QRCode("") == nil)
        #expect(QRCode("a\0b") == nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.maximumBytes)) != nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.maximumBytes + 1)) == nil)
    }

    /// Reads the half blocks back; `ink` is whether a block stands for dark.
    private func modules(_ lines: [Substring], ink: Bool) -> [[Bool]] {
        lines.flatMap { line in
            let halves = line.map { ($0 == "█" || $0 == "▀", $0 == "█" || $0 == "▄") }
            return [halves.map { $0.0 == ink }, halves.map { $0.1 == ink }]
        }
    }

    private var expected: [[Bool]] {
        let rows = code.framed.map { row in code.framed.map { code.isDark(row: row, column: $0) } }
        // The last line's lower half is one row more of quiet zone.
        return rows + [Array(repeating: false, count: code.framed.count)]
    }

    @Test func halfBlocksSayTheSameWithAndWithoutColours() {
        let plain = code.terminal(colours: false).split(separator: "\n")
        #expect(modules(plain, ink: false) == expected)
        let coloured = code.terminal(colours: true).split(separator: "\n")
        let bare = coloured.map { $0.dropFirst("\u{1b}[38;5;16;48;5;231m".count).dropLast("\u{1b}[0m".count) }
        #expect(coloured.allSatisfy { $0.hasPrefix("\u{1b}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1b}[0m") })
        #expect(modules(bare, ink: true) == expected)
    }

    @Test func theImageHasTheSameModules() throws {
        let image = code.svg(title: "Reception")
        var drawn = code.framed.map { _ in Array(repeating: false, count: code.framed.count) }
        for run in image.matches(of: /M(\d+) (\d+)h(\d+)v1H(\d+)z/) {
            let (column, row, length) = (Int(run.1)!, Int(run.2)!, Int(run.3)!)
            #expect(run.1 == run.4)
            for step in 0..<length { drawn[row][column + step] = true }
        }
        #expect(drawn == expected.dropLast())
        #expect(image.contains("viewBox=\"0 0 \(code.framed.count) \(code.framed.count)\""))
        #expect(image.matches(of: /<path/).count == 1)
    }

    @Test func aTitleCannotLeaveItsElement() throws {
        let image = code.svg(title: "</title><script>alert(1)</script> \u{1} R&D")
        #expect(image.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;  R&amp;D</title>"))
        #expect(!image.contains("<script"))
        let parser = XMLParser(data: Data(image.utf8))
        #expect(parser.parse())
    }
}
