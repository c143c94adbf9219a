import Testing

@testable import SabirTerminal

@Suite("Text from the network on its way to a terminal")
struct SafeTextTests {
    @Test(
        "Control characters are shown, not obeyed",
        arguments: [
            ("\u{1B}[31mred", "␛[31mred"),
            ("\u{1B}]52;c;aGk=\u{07}", "␛]52;c;aGk=␇"),
            ("\u{9B}2J", "\u{FFFD}2J"),
            ("\u{9D}0;title\u{9C}", "\u{FFFD}0;title\u{FFFD}"),
            ("bell\u{07}", "bell␇"),
            ("ab\u{08}\u{08}c\u{7F}", "ab␈␈c␡"),
            ("nul\u{00}", "nul␀"),
            ("a\tb", "a b"),
            ("\u{0E}\u{0F}", "␎␏"),
        ])
    func controls(text: String, safe: String) {
        #expect(SafeText.line(text) == safe)
    }

    @Test(
        "A message stays one line, whatever breaks it",
        arguments: ["\n", "\r", "\r\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func lineBreaks(lineBreak: String) {
        #expect(SafeText.line("hi\(lineBreak)12:00 boris: forged") == "hi ⏎ 12:00 boris: forged")
        #expect(SafeText.name("An\(lineBreak)na") == "An na")
    }

    @Test(
        "Bidirectional embeddings, overrides and isolates are dropped",
        arguments: Array(0x202A...0x202E) + Array(0x2066...0x2069))
    func bidirectionalControls(value: Int) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(SafeText.line("a\(scalar)b") == "ab")
        #expect(SafeText.name("a\(scalar)b") == "ab")
    }

    @Test("Direction marks stay in messages, where punctuation needs them, and go from names")
    func directionMarks() {
        #expect(SafeText.line("שלום!\u{200F} ok\u{200E} \u{061C}1") == "שלום!\u{200F} ok\u{200E} \u{061C}1")
        #expect(SafeText.name("Anna\u{200E}\u{200F}\u{061C}") == "Anna")
    }

    @Test(
        "What is invisible is dropped",
        arguments: [
            0xAD, 0x34F, 0x180E, 0x200B, 0x2060, 0x2064, 0x206A, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9, 0x1D173, 0xE0001,
            0xE0061,
        ])
    func invisible(value: Int) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(SafeText.line("a\(scalar)b") == "ab")
    }

    @Test(
        "Private use and unassigned characters have no known looks",
        arguments: [0xE000, 0xF8FF, 0x0378, 0xFFFE, 0xFDD0, 0x10FFFF])
    func unknown(value: Int) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(SafeText.line("a\(scalar)b") == "a\u{FFFD}b")
    }

    @Test("Joiners stay between visible characters")
    func joiners() {
        #expect(SafeText.line("👩‍⚕️ می‌خواهم क्‍ष") == "👩‍⚕️ می‌خواهم क्‍ष")
        #expect(SafeText.line("\u{200D}a\u{200D}\u{200D}\u{200C}b \u{200C}c\u{200D}") == "a\u{200D}b c")
    }

    @Test("Tags stay as part of a flag only")
    func tags() {
        let wales = "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}"
        #expect(SafeText.line("a \(wales) b") == "a \(wales) b")
        #expect(SafeText.line("a\u{E0067}\u{E0062}b") == "ab")
        #expect(SafeText.line("🏴\u{E0067}\u{E0062}") == "🏴")
        let long = "🏴" + String(repeating: "\u{E0067}", count: 40) + "\u{E007F}"
        #expect(SafeText.line(long) == "🏴")
    }

    @Test("Stacked marks are bounded, those that languages use are kept")
    func marks() {
        let zalgo = "Z" + String(repeating: "\u{0336}\u{0351}", count: 500) + "a"
        #expect(SafeText.line(zalgo).unicodeScalars.count == 1 + SafeText.marksPerBase + 1)
        for word in ["שָׁלוֹם", "مُحَمَّد", "Việt", "हिन्दी", "བསྒྲུབས", "❤️", "1️⃣"] {
            #expect(SafeText.line(word) == word)
        }
        #expect(SafeText.line("\u{0301}x \u{0301}") == "\u{25CC}\u{0301}x \u{25CC}\u{0301}")
    }

    @Test("Ordinary text of many scripts is left as it is")
    func ordinary() {
        for text in ["Good morning", "¿Dónde está?", "Він хворий", "请坐", "أين الطبيب؟", "🇺🇦 👍🏽", "ᄀᅠ", "\u{0600}١٢"] {
            #expect(SafeText.line(text) == text)
            #expect(SafeText.line(SafeText.line(text)) == text)
        }
    }

    @Test("No scalar at all gets through that could act on a terminal")
    func everyScalar() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isSafe = SafeText.line("a\(scalar)b").unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && !(0x202A...0x202E).contains($0.value)
                    && !(0x2066...0x2069).contains($0.value) && $0.value != 0x2028 && $0.value != 0x2029
            }
            guard isSafe else { return #expect(Bool(false), "U+\(String(value, radix: 16))") }
        }
    }

    @Test("A name is trimmed, folded, bounded, and never empty")
    func names() {
        #expect(SafeText.name("  Anna   Maria \u{3000} ") == "Anna Maria")
        #expect(SafeText.name("\u{200B}\u{202E} ") == "?")
        #expect(SafeText.name(String(repeating: "护", count: 40), columns: 9) == "护护护护…")
        #expect(displayWidth(of: SafeText.name(String(repeating: "W", count: 9_000))) == 32)
    }

    @Test("Right-to-left text is isolated, other text left alone")
    func isolates() {
        #expect(SafeText.isolated("Anna") == "Anna")
        #expect(SafeText.isolated("Анна 护士 👍") == "Анна 护士 👍")
        #expect(SafeText.isolated("أحمد") == "\u{2068}أحمد\u{2069}")
        #expect(SafeText.isolated(SafeText.line("דוד\u{2069}\u{202E}!")) == "\u{2068}דוד!\u{2069}")
    }

    @Test("A very long text is cleaned in full")
    func long() {
        let text = String(repeating: "a\u{1B}", count: 200_000)
        #expect(SafeText.line(text).unicodeScalars.count == 400_000)
    }
}
