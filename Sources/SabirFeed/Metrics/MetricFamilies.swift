enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}

/// All series of one name; all are of the same kind.
struct MetricFamily: Sendable {
    let kind: MetricKind
    var series: [String: MetricSeries] = [:]
}

/// All series of the process by name, bounded by `maximumSeries`.
struct MetricFamilies {
    private(set) var byName: [String: MetricFamily] = [:]
    /// How many requests got a series that is not exported, as the limit was reached or the name is of another kind.
    private(set) var refused = 0
    private var count = 0
    private let maximumSeries: Int

    init(maximumSeries: Int) { self.maximumSeries = maximumSeries }

    /// The series with this name and these labels. Past the limit, or where the name is of another kind, the caller
    /// gets a series that works but is not exported.
    mutating func series(_ kind: MetricKind, name: String, labels: [(String, String)]) -> MetricSeries {
        let name = PrometheusText.name(name)
        let labels = PrometheusText.labels(labels)
        let family = byName[name] ?? MetricFamily(kind: kind)
        if family.kind == kind, let known = family.series[labels] { return known }
        let made = MetricSeries(kind: kind, name: name, labels: labels)
        guard family.kind == kind, count < maximumSeries else {
            refused += 1
            return made
        }
        byName[name, default: family].series[labels] = made
        count += 1
        return made
    }

    mutating func forget(_ series: MetricSeries) {
        guard byName[series.name]?.series[series.labels] === series else { return }
        byName[series.name]?.series[series.labels] = nil
        if byName[series.name]?.series.isEmpty == true { byName[series.name] = nil }
        count -= 1
    }
}
