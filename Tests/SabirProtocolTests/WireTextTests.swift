import SabirCore
import Testing

@testable import SabirProtocol

@Suite struct WireTextTests {
    private func scalars(_ ranges: ClosedRange<UInt32>...) -> [Unicode.Scalar] {
        ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }
    }

    // MARK: Names

    @Test func everyControlAndFormatCharacterLeavesANameButTheJoiners() {
        for scalar in scalars(0...0xD7FF, 0xE000...0x10FFFF) {
            let category = scalar.properties.generalCategory
            guard category == .control || category == .format else { continue }
            let isKept = scalar == "\u{200C}" || scalar == "\u{200D}"
            let expected = isKept ? "a\(scalar)b" : "ab"
            let cleaned = WireText.cleanName("a\(scalar)b")
            #expect(cleaned.unicodeScalars.elementsEqual(expected.unicodeScalars), "U+\(scalar.value)")
        }
    }

    @Test(arguments: [
        ("anna", "anna"), ("  anna  maria ", "anna maria"), ("anna\u{3000}\u{A0} maria", "anna maria"),
        ("\u{2028}anna\u{2029}", "anna"), ("an\tna", "anna"), ("anna\n", "anna"), ("\u{202E}anna", "anna"),
        ("an\u{AD}na", "anna"), ("\u{FEFF}anna", "anna"), ("👩\u{200D}🚀", "👩\u{200D}🚀"), ("\u{1B}[31mred", "[31mred"),
        ("a \u{200B} b", "a b"), ("", ""), (" \u{7} ", ""),
    ])
    func namesAreTrimmedAndFolded(raw: String, expected: String) {
        #expect(WireText.cleanName(raw).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test(arguments: [
        "\u{2800}", "\u{1D159}", "\u{3164}", "\u{115F}\u{1160}", "\u{E000}", "\u{F0000}", "\u{378}",
        "\u{301}",
        "\u{200D}", "\u{34F}", "\u{FE0F}", "\u{13441}", "\u{2800} \u{E001}",
    ])
    func aNameThatShowsNothingIsRefused(name: String) {
        #expect(throws: WireFault.self) { try WireText.name(name) }
        #expect(throws: Never.self) { try WireText.name(name + "A") }
    }

    @Test(arguments: ["A", "7", "*", "ñ", "علي", "李", "👍", "e\u{301}", "अ", "ᏣᎳᎩ"])
    func whatIsVisibleIsAName(name: String) throws { #expect(try WireText.name(name) == name) }

    @Test func aCleanedNameIsCleanAlready() {
        var random = SplitMix64(state: 7)
        let pool = scalars(0...0x2FF, 0x2000...0x206F, 0x3000...0x3001, 0xFE00...0xFEFF)
        for _ in 0..<2_000 {
            let raw = String(String.UnicodeScalarView((0..<20).map { _ in pool.randomElement(using: &random) ?? "a" }))
            let once = WireText.cleanName(raw)
            #expect(once.unicodeScalars.elementsEqual(WireText.cleanName(once).unicodeScalars))
            let message = WireText.cleanMessage(raw)
            #expect(message.unicodeScalars.elementsEqual(WireText.cleanMessage(message).unicodeScalars))
        }
    }

    @Test func aNameHasOneToSixtyFourScalars() throws {
        #expect(try WireText.name("a") == "a")
        let longest = String(repeating: "🙂", count: 64)
        #expect(try WireText.name(longest) == longest)
        for name in ["", " \u{200B} ", longest + "a", String(repeating: "e\u{301}", count: 32) + "x"] {
            #expect(fault { () throws(WireFault) in try WireText.name(name) }?.code == .badName)
        }
    }

    @Test func aNameIsMeasuredAfterCleaning() throws {
        let padded = String(repeating: "\u{7}", count: 100) + String(repeating: "a", count: 64) + "   "
        #expect(try WireText.name(padded).unicodeScalars.count == 64)
    }

    // MARK: Rooms

    @Test func aRoomNameIsMeasuredInBytes() {
        #expect(WireText.roomName(String(repeating: "a", count: 63)) != nil)
        #expect(WireText.roomName(String(repeating: "a", count: 64)) == nil)
        #expect(WireText.roomName(String(repeating: "é", count: 31) + "a")?.utf8.count == 63)
        #expect(WireText.roomName(String(repeating: "é", count: 32)) == nil)
        #expect(WireText.roomName(" \u{7} ") == nil)
        #expect(WireText.roomName("  Sala  de\u{202E} espera ") == "Sala de espera")
    }

    // MARK: Messages

    @Test func ofTheBasicPlaneAMessageLosesExactlyWhatTheContractNames() {
        for scalar in scalars(0...0xD7FF, 0xE000...0xFFFF) {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
            let isBidi = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            let expected = isControl || isBidi ? "ab" : "a\(scalar)b"
            let cleaned = WireText.cleanMessage("a\(scalar)b")
            #expect(cleaned.unicodeScalars.elementsEqual(expected.unicodeScalars), "U+\(scalar.value)")
        }
    }

    @Test func aMessageKeepsItsLinesAndItsSpace() throws {
        #expect(try WireText.message("  one\r\n\ttwo  \n") == "  one\ntwo  \n")
    }

    @Test func aMessageHasOneTo4000Scalars() throws {
        let longest = String(repeating: "🙂", count: 4_000)
        #expect(try WireText.message(longest) == longest)
        #expect(try WireText.message("a") == "a")
        #expect(fault { () throws(WireFault) in try WireText.message(longest + "a") }?.code == .tooLarge)
        for empty in ["", "\u{7}\r\u{202E}"] {
            #expect(fault { () throws(WireFault) in try WireText.message(empty) }?.code == .badPacket)
        }
    }

    @Test func aMessageIsMeasuredAfterCleaning() throws {
        let raw = String(repeating: "\u{7}", count: 5_000) + String(repeating: "a", count: 4_000)
        #expect(try WireText.message(raw).utf8.count == 4_000)
    }
}
