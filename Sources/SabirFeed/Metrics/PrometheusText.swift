/// Prometheus' text exposition format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
package enum PrometheusText {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    static func render(_ families: [SabirMetric: [String: MetricSeries]], refused: Int) -> String {
        var text = ""
        for (metric, family) in families.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard !family.isEmpty else { continue }
            text += "# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
            for (labels, series) in family.sorted(by: { $0.key < $1.key }) {
                append(series, of: metric, labels: labels, to: &text)
            }
        }
        if refused > 0 {
            text += "# TYPE sabir_metrics_refused_total counter\nsabir_metrics_refused_total \(refused)\n"
        }
        return text
    }

    private static func append(_ series: MetricSeries, of metric: SabirMetric, labels: String, to text: inout String) {
        let (name, values, braced) = (metric.rawValue, series.snapshot, labels.isEmpty ? "" : "{\(labels)}")
        guard metric.kind == .histogram else {
            text += "\(name)\(braced) \(number(values.value))\n"
            return
        }
        let separator = labels.isEmpty ? "" : ","
        var seen = 0
        for (bound, count) in zip(MetricSeries.bounds + [.infinity], values.buckets) {
            seen += count
            text += "\(name)_bucket{\(labels)\(separator)le=\"\(number(bound))\"} \(seen)\n"
        }
        text += "\(name)_sum\(braced) \(number(values.value))\n\(name)_count\(braced) \(seen)\n"
    }

    private static func number(_ value: Double) -> String {
        value == .infinity ? "+Inf" : Int(exactly: value).map(String.init) ?? String(value)
    }

    /// Labels as text, sorted by name.
    static func labels(_ labels: [String: String]) -> String {
        labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(escaped($0.value))\"" }.joined(separator: ",")
    }

    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\", "\"": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
