import Foundation
import Testing

@testable import SabirTerminal

@Suite("Styles")
struct StyleTests {
    private let colourful = Painter(colours: true, isolates: true)

    @Test("Styles are painted and closed")
    func painted() {
        #expect(colourful.paint([Span("a", .original), Span(" b")]) == "\u{1B}[2ma\u{1B}[0m b")
        #expect(colourful.paint([Span("t", .translation)]) == "t")
        #expect(colourful.paint([Span("", .warning)]) == "")
    }

    @Test("Without colours only the words are left")
    func plain() {
        let row = [Span("أحمد", .sender(memberID: "m")), Span(" x", .warning)]
        #expect(Painter.plain.paint(row) == "أحمد x")
        #expect(Painter(colours: false, isolates: true).paint(row) == "\u{2068}أحمد\u{2069} x")
    }

    @Test("A member's colour is the same in every run, and members differ")
    func stable() {
        #expect(SenderPalette.colour(of: "m1") == SenderPalette.colour(of: "m1"))
        #expect(Set((0..<200).map { SenderPalette.colour(of: "m\($0)") }).count == SenderPalette.colours.count)
        #expect(SenderPalette.colour(of: "anna") == 64)
    }

    @Test("Every colour can be read on black and on white", arguments: SenderPalette.colours + [166, 66])
    func contrast(colour: UInt8) {
        let luminance = Self.luminance(ofXterm: Int(colour))
        #expect((luminance + 0.05) / 0.05 >= 3.6)
        #expect(1.05 / (luminance + 0.05) >= 3.6)
    }

    @Test(
        "Escape sequences only where the output is a capable terminal, colours only where they are wanted",
        arguments: [
            (true, true, ["TERM": "xterm"], true, true),
            (true, true, ["TERM": "xterm", "NO_COLOR": ""], true, true),
            (true, true, ["TERM": "xterm", "NO_COLOR": "1"], true, false),
            (true, true, ["TERM": "dumb"], false, false),
            (true, true, [:], false, false),
            (false, true, ["TERM": "xterm"], false, true),
            (true, false, ["TERM": "xterm"], false, false),
        ])
    func abilities(input: Bool, output: Bool, environment: [String: String], editing: Bool, colours: Bool) {
        let abilities = ConsoleAbilities(inputIsTerminal: input, outputIsTerminal: output, environment: environment)
        #expect(abilities.editing == editing)
        #expect(abilities.painter.colours == colours)
    }

    /// Relative luminance (WCAG 2.2) of a colour of xterm's 6 × 6 × 6 cube.
    private static func luminance(ofXterm colour: Int) -> Double {
        let levels = [0.0, 95, 135, 175, 215, 255]
        let index = colour - 16
        let channels = [index / 36, index / 6 % 6, index % 6].map { level in
            let value = levels[level] / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
