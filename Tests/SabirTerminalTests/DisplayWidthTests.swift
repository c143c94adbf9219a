import Glibc
import Testing

@testable import SabirTerminal

@Suite("Display width")
struct DisplayWidthTests {
    @Test(
        "Columns of words",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("护士", 4), ("ｱ", 1), ("Ａ", 2), ("한국", 4),
            ("한", 2), ("👍", 2), ("❤️", 2), ("🇺🇦", 2), ("אב", 2), ("\u{2068}أ\u{2069}", 1), ("a\u{200D}b", 2),
            ("हि", 2), ("…⏎", 2),
        ])
    func words(text: String, columns: Int) {
        #expect(displayWidth(of: text) == columns)
    }

    @Test("Never narrower than glibc's wcwidth, for every scalar that safe text can hold")
    func agreesWithGlibc() throws {
        // Glibc's module shows wcwidth to no one who has not asked for X/Open; the function is there all the same.
        let symbol = try #require(dlsym(nil, "wcwidth"))
        let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        var narrower: [String] = []
        var different = 0
        for value in UInt32(0x20)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value), SafeText.line("a\(scalar)") == "a\(scalar)" else { continue }
            let theirs = Int(wcwidth(wchar_t(bitPattern: value)))
            let ours = DisplayWidth.columns(of: scalar)
            if ours < theirs { narrower.append("\(String(value, radix: 16)) \(ours) < \(theirs)") }
            if theirs >= 0, ours != theirs { different += 1 }
        }
        #expect(narrower.isEmpty, "\(narrower.count): \(narrower.prefix(40))")
        // Newer Unicode data here than in glibc, and marks that glibc counts as nothing.
        #expect(different < 700, "\(different)")
    }
}
