/// Prometheus' text exposition format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
package enum PrometheusText {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    static func render(_ families: [String: MetricFamily], refused: Int) -> String {
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            append(family, name: name, to: &text)
        }
        if refused > 0 {
            append(head: "sabir_metrics_refused_total", .counter, to: &text)
            text += "sabir_metrics_refused_total \(refused)\n"
        }
        return text
    }

    private static func append(_ family: MetricFamily, name: String, to text: inout String) {
        append(head: name, family.kind, to: &text)
        for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
            let values = series.snapshot
            if family.kind == .histogram {
                append(histogram: values, name: name, labels: labels, to: &text)
            } else {
                text += "\(name)\(braced(labels)) \(number(values.value))\n"
            }
        }
    }

    private static func append(head name: String, _ kind: MetricKind, to text: inout String) {
        if let help = SabirMetric(rawValue: name)?.help { text += "# HELP \(name) \(escapedHelp(help))\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    private static func append(
        histogram values: MetricSeries.Values, name: String, labels: String, to text: inout String
    ) {
        let separator = labels.isEmpty ? "" : ","
        var seen = 0
        for (bound, count) in zip(MetricSeries.bounds + [.infinity], values.buckets) {
            seen += count
            text += "\(name)_bucket{\(labels)\(separator)le=\"\(number(bound))\"} \(seen)\n"
        }
        text += "\(name)_sum\(braced(labels)) \(number(values.value))\n"
        text += "\(name)_count\(braced(labels)) \(seen)\n"
    }

    private static func braced(_ labels: String) -> String { labels.isEmpty ? "" : "{\(labels)}" }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map(String.init) ?? String(value)
    }

    /// A valid metric name (`[a-zA-Z_:][a-zA-Z0-9_:]*`): every other character becomes `_`.
    static func name(_ name: String) -> String { identifier(name, allowingColon: true) }

    /// Labels as text, sorted by name. The last of two labels with the same name counts.
    static func labels(_ labels: [(String, String)]) -> String {
        let named = Dictionary(
            labels.map { (identifier($0.0, allowingColon: false), $0.1) }, uniquingKeysWith: { $1 })
        return named.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(escapedValue($0.value))\"" }
            .joined(separator: ",")
    }

    private static func identifier(_ text: String, allowingColon: Bool) -> String {
        var identifier = ""
        for character in text.unicodeScalars {
            switch character {
            case "a"..."z", "A"..."Z", "_": identifier.unicodeScalars.append(character)
            case ":" where allowingColon: identifier += ":"
            case "0"..."9":
                if identifier.isEmpty { identifier += "_" }
                identifier.unicodeScalars.append(character)
            default: identifier += "_"
            }
        }
        return identifier.isEmpty ? "_" : identifier
    }

    private static func escapedValue(_ text: String) -> String {
        escapedHelp(text).reduce(into: "") { $0 += $1 == "\"" ? "\\\"" : String($1) }
    }

    private static func escapedHelp(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
