import CoreMetrics
import SabirTranslation
import Testing

@testable import SabirFeed

@Suite struct PrometheusMetricsTests {
    let metrics = PrometheusMetrics()

    @Test func countersGaugesAndHistogramsAreWrittenByTheFormat() {
        Counter(label: "b_total", dimensions: [("kind", "x")], factory: metrics).increment(by: 3)
        FloatingPointCounter(label: "c_total", factory: metrics).increment(by: 0.5)
        let gauge = Meter(label: "a", factory: metrics)
        gauge.set(7)
        gauge.decrement(by: 2)
        let timer = Timer(label: "d_seconds", dimensions: [("engine", "apertium")], factory: metrics)
        timer.recordNanoseconds(1_000_000)
        timer.recordMilliseconds(30)
        timer.recordSeconds(60)
        #expect(
            metrics.text() == """
                # TYPE a gauge
                a 5
                # TYPE b_total counter
                b_total{kind="x"} 3
                # TYPE c_total counter
                c_total 0.5
                # TYPE d_seconds histogram
                d_seconds_bucket{engine="apertium",le="0.001"} 1
                d_seconds_bucket{engine="apertium",le="0.005"} 1
                d_seconds_bucket{engine="apertium",le="0.01"} 1
                d_seconds_bucket{engine="apertium",le="0.025"} 1
                d_seconds_bucket{engine="apertium",le="0.05"} 2
                d_seconds_bucket{engine="apertium",le="0.1"} 2
                d_seconds_bucket{engine="apertium",le="0.25"} 2
                d_seconds_bucket{engine="apertium",le="0.5"} 2
                d_seconds_bucket{engine="apertium",le="1"} 2
                d_seconds_bucket{engine="apertium",le="2.5"} 2
                d_seconds_bucket{engine="apertium",le="5"} 2
                d_seconds_bucket{engine="apertium",le="10"} 2
                d_seconds_bucket{engine="apertium",le="+Inf"} 3
                d_seconds_sum{engine="apertium"} 60.031
                d_seconds_count{engine="apertium"} 3

                """)
    }

    @Test func namesAndValuesCannotBreakTheFormat() {
        Counter(label: "1 bad-name", dimensions: [("a b", "say \"hi\"\nback\\slash")], factory: metrics).increment()
        Meter(label: "endless", factory: metrics).set(Double.infinity)
        #expect(
            metrics.text() == """
                # TYPE _1_bad_name counter
                _1_bad_name{a_b="say \\"hi\\"\\nback\\\\slash"} 1
                # TYPE endless gauge
                endless +Inf

                """)
    }

    @Test func labelsInAnotherOrderAreTheSameSeries() {
        Counter(label: "n_total", dimensions: [("a", "1"), ("b", "2")], factory: metrics).increment()
        Counter(label: "n_total", dimensions: [("b", "2"), ("a", "1")], factory: metrics).increment()
        #expect(metrics.text() == "# TYPE n_total counter\nn_total{a=\"1\",b=\"2\"} 2\n")
    }

    @Test func seriesAreBoundedAndWhatIsRefusedIsCounted() {
        for number in 0..<PrometheusMetrics.maximumSeries + 5 {
            Counter(label: "n_total", dimensions: [("n", String(number))], factory: metrics).increment()
        }
        let text = metrics.text()
        #expect(text.split(separator: "\n").count { $0.hasPrefix("n_total{") } == PrometheusMetrics.maximumSeries)
        #expect(text.hasSuffix("\nsabir_metrics_refused_total 5\n"))
    }

    @Test func aRoomThatClosedLeavesItsPlaceToAnother() {
        let one = Meter(label: "m", dimensions: [("room", "one")], factory: metrics)
        one.set(4)
        one.destroy()
        #expect(metrics.text() == "")
        Meter(label: "m", dimensions: [("room", "one")], factory: metrics).set(1)
        // The first handle is not the series any more, and takes nothing away from the second.
        one.destroy()
        #expect(metrics.text() == "# TYPE m gauge\nm{room=\"one\"} 1\n")
    }

    @Test func aNameIsOfOneKind() {
        Counter(label: "m", factory: metrics).increment()
        Meter(label: "m", factory: metrics).set(9)
        #expect(metrics.text().hasPrefix("# TYPE m counter\nm 1\n"))
        #expect(metrics.text().contains("sabir_metrics_refused_total 1\n"))
    }

    @Test func aCounterNeverFalls() {
        let counter = FloatingPointCounter(label: "n_total", factory: metrics)
        counter.increment(by: 2)
        counter.increment(by: -1)
        counter.increment(by: Double.nan)
        #expect(metrics.text().contains("n_total 2\n"))
    }

    @Test func countingGoesOnFromManyThreadsAtOnce() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 { Counter(label: "n_total", factory: metrics).increment() }
                }
            }
        }
        #expect(metrics.text().contains("n_total 8000\n"))
    }

    @Test func everyMeasureOfTheNodeHasItsHelpAndFitsTheBound() {
        let node = SabirMetrics(metrics)
        node.roomMembers("Reception").set(3)
        node.messages("Reception").increment()
        SabirMetrics.Queue.allCases.forEach { node.queueDepth($0).set(0) }
        node.engineSeconds("apertium").recordMilliseconds(8)
        node.engineRequests("apertium", .answered).increment()
        node.engineRequests("apertium", .dayUsedUp).increment()
        node.historyFailing.set(0)
        node.certificateExpires.set(0)
        node.actsFailed.increment()
        node.helpCalls.increment()
        node.helpUnanswered.set(1)
        node.purgesFailed.increment()
        node.engineBreaker("apertium").set(SabirMetrics.Breaker.open.rawValue)
        for result in SabirMetrics.SecondLook.allCases { node.secondLooks(result).increment() }
        for store in SabirMetrics.Store.allCases { node.cacheLookups(store, hit: true).increment() }
        node.visitors.set(12)
        node.relayBehind.set(0)
        node.ircClients.set(2)
        SabirMetrics.Drop.allCases.forEach { node.visitorsDropped($0).increment() }
        node.requests(.page, status: 204).increment()
        node.refusals("messages").increment()
        node.requestSeconds(.share).recordMilliseconds(4)
        let text = metrics.text()
        for metric in SabirMetric.allCases {
            #expect(text.contains("# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) "))
        }
        #expect(text.contains("sabir_http_requests_total{server=\"page\",status=\"2xx\"} 1\n"))
        #expect(text.contains("sabir_engine_breaker{engine=\"apertium\"} 2\n"))
    }
}
