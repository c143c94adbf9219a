import Testing

@testable import SabirConfiguration

@Suite("Durations, sizes and near words")
struct QuantityTextTests {
    @Test("durations are a whole number and a unit")
    func durations() {
        let good: [(String, Duration)] = [
            ("500ms", .milliseconds(500)), ("5s", .seconds(5)), ("2m", .seconds(120)), ("12h", .seconds(43_200)),
            ("30d", .seconds(2_592_000)), ("0s", .zero), ("5 s", .seconds(5)), ("36500d", .seconds(36_500 * 86_400)),
        ]
        for (text, duration) in good { #expect(QuantityText.duration(text) == duration, "\(text)") }
        let bad = [
            "", "5", "s", "-5s", "+5s", "1.5s", "5S", "5  s", " 5s", "5s ", "٥s", "99999999999999999999s",
            "9223372036854775807d", "36501d", "1h30m",
        ]
        for text in bad { #expect(QuantityText.duration(text) == nil, "\(text)") }
    }

    @Test("sizes are a whole number and a unit of 1,024")
    func sizes() {
        #expect(QuantityText.bytes("4 MiB") == 4 << 20)
        #expect(QuantityText.bytes("64KiB") == 64 << 10)
        #expect(QuantityText.bytes("512 B") == 512)
        #expect(QuantityText.bytes("1 GiB") == 1 << 30)
        for text in ["4", "4 MB", "4 mib", "-4 MiB", "9223372036854775807 GiB", "", "MiB"] {
            #expect(QuantityText.bytes(text) == nil, "\(text)")
        }
    }

    @Test("one slip of each kind counts once, an exchange of neighbours too")
    func distances() {
        for (first, second, distance) in [
            ("prot", "port", 1), ("port", "port", 0), ("por", "port", 1), ("poort", "port", 1), ("pert", "port", 1),
            ("", "port", 4), ("port", "", 4), ("kitten", "sitting", 3),
        ] {
            #expect(editDistance(Array(first.unicodeScalars), Array(second.unicodeScalars)) == distance)
        }
    }

    @Test("the nearest word is offered, and none where all are far")
    func nearestWords() {
        let words = ["name", "bind", "port", "log_level", "state_directory"]
        #expect(nearest(to: "prot", among: words) == "port")
        #expect(nearest(to: "Log-Level", among: words) == "log_level")
        #expect(nearest(to: "statedir", among: words) == nil)
        #expect(nearest(to: "state_dirctry", among: words) == "state_directory")
        #expect(nearest(to: "zzzz", among: words) == nil)
        #expect(nearest(to: String(repeating: "x", count: 100_000), among: words) == nil)
    }
}
