/// Parses durations and sizes as people write them in a configuration.
package enum QuantityText {
    /// `500ms`, `5s`, `2m`, `12h`, `30d`: a whole number and a unit, with or without a space. Nil for anything else and
    /// beyond 100 years.
    package static func duration(_ text: String) -> Duration? {
        let units = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
        guard let milliseconds = amount(text, units), milliseconds <= longest else { return nil }
        return .milliseconds(milliseconds)
    }

    /// `512 B`, `64 KiB`, `4 MiB`, `1 GiB` in bytes (IEC 80000-13: powers of 1,024). Nil for anything else.
    package static func bytes(_ text: String) -> Int? {
        amount(text, ["B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30])
    }

    /// A size for people, in the largest unit that gives at least 1: `4.1 MiB`.
    package static func size(_ bytes: Int) -> String {
        var (size, unit) = (Double(bytes), "B")
        for next in ["KiB", "MiB", "GiB", "TiB"] where size >= 1_024 { (size, unit) = (size / 1_024, next) }
        let tenths = Int((size * 10).rounded())
        return unit == "B" ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// 100 years, in milliseconds.
    private static let longest = 100 * 365 * 86_400_000

    private static func amount(_ text: String, _ units: [String: Int]) -> Int? {
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let unit = text.utf8.dropFirst(digits.count)
        guard let number = Int(String(Substring(digits))),
            let factor = units[String(Substring(unit.first == UInt8(ascii: " ") ? unit.dropFirst() : unit))]
        else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}
