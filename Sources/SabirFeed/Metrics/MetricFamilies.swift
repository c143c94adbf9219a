enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}

/// All series of one name, which are of one kind.
struct MetricFamily: Sendable {
    let kind: MetricKind
    var series: [String: MetricSeries] = [:]
}

/// Which series there are.
struct MetricFamilies {
    private(set) var byName: [String: MetricFamily] = [:]
    /// How often a series was asked for and not given.
    private(set) var refused = 0
    private var count = 0
    private let maximumSeries: Int

    init(maximumSeries: Int) { self.maximumSeries = maximumSeries }

    /// A series that is in no list where there is no room for it, or the name is of another kind.
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
