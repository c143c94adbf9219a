import SabirTranslation
import Testing

@testable import SabirFeed

@Suite struct PrometheusMetricsTests {
    let metrics = SabirMetrics()

    /// What is exported, without the lines of help.
    private var shown: String {
        metrics.text().split(separator: "\n").filter { !$0.hasPrefix("# HELP") }.joined(separator: "\n")
    }

    @Test func countersGaugesAndHistogramsAreWrittenByTheFormat() {
        metrics.messages("Reception").increment(by: 3)
        metrics[.visitors].set(7)
        metrics[.visitors].set(5)
        for milliseconds in [1, 30, 60_000] { metrics.engineSeconds("apertium").record(.milliseconds(milliseconds)) }
        #expect(
            shown == """
                # TYPE sabir_engine_seconds histogram
                sabir_engine_seconds_bucket{engine="apertium",le="0.001"} 1
                sabir_engine_seconds_bucket{engine="apertium",le="0.005"} 1
                sabir_engine_seconds_bucket{engine="apertium",le="0.01"} 1
                sabir_engine_seconds_bucket{engine="apertium",le="0.025"} 1
                sabir_engine_seconds_bucket{engine="apertium",le="0.05"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="0.1"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="0.25"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="0.5"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="1"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="2.5"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="5"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="10"} 2
                sabir_engine_seconds_bucket{engine="apertium",le="+Inf"} 3
                sabir_engine_seconds_sum{engine="apertium"} 60.031
                sabir_engine_seconds_count{engine="apertium"} 3
                # TYPE sabir_messages_total counter
                sabir_messages_total{room="Reception"} 3
                # TYPE sabir_visitors gauge
                sabir_visitors 5
                """)
    }

    @Test func namesOfRoomsCannotBreakTheFormat() {
        metrics.messages("say \"hi\"\nback\\slash").increment()
        #expect(
            shown == """
                # TYPE sabir_messages_total counter
                sabir_messages_total{room="say \\"hi\\"\\nback\\\\slash"} 1
                """)
    }

    @Test func labelsAreSortedAndASeriesIsFoundAgain() {
        for _ in 0..<2 { metrics.cacheLookups(.memory, hit: true).increment() }
        #expect(shown.hasSuffix("\nsabir_cache_lookups_total{result=\"hit\",store=\"memory\"} 2"))
    }

    @Test func seriesAreBoundedAndWhatIsRefusedIsCounted() {
        for number in 0..<SabirMetrics.maximumSeries + 5 { metrics.messages(String(number)).increment() }
        let text = metrics.text()
        let exported = text.split(separator: "\n").count { $0.hasPrefix("sabir_messages_total{") }
        #expect(exported == SabirMetrics.maximumSeries)
        #expect(text.hasSuffix("\nsabir_metrics_refused_total 5\n"))
    }

    @Test func aRoomThatClosedIsNoLongerExported() {
        let pattern = "sabir_room_members{room=\""
        #expect(metrics.text(members: ["one": 1, "two": 4]).contains(pattern + "one\"} 1\n" + pattern + "two\"} 4\n"))
        #expect(metrics.text(members: ["two": 5]).hasSuffix("gauge\n" + pattern + "two\"} 5\n"))
        #expect(metrics.text() == "")
    }

    @Test func countingGoesOnFromManyThreadsAtOnce() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { self.metrics[.helpCalls].increment() } }
            }
        }
        #expect(shown.hasSuffix("\nsabir_help_calls_total 8000"))
    }

    @Test func everyMeasureOfTheNodeHasItsHelpAndFitsTheBound() {
        metrics.messages("Reception").increment()
        SabirMetrics.Queue.allCases.forEach { metrics.queueDepth($0).set(0) }
        metrics.engineSeconds("apertium").record(.milliseconds(8))
        metrics.engineRequests("apertium", .answered).increment()
        metrics.engineRequests("apertium", .dayUsedUp).increment()
        metrics[.historyFailing].set(0)
        metrics[.certificateExpires].set(0)
        metrics[.actsFailed].increment()
        metrics[.helpCalls].increment()
        metrics[.helpUnanswered].set(1)
        metrics[.purgesFailed].increment()
        metrics.engineBreaker("apertium").set(EngineStanding.resting.rawValue)
        for result in SabirMetrics.SecondLook.allCases { metrics.secondLooks(result).increment() }
        for store in TranslationSource.allCases { metrics.cacheLookups(store, hit: true).increment() }
        metrics[.visitors].set(12)
        metrics[.relayBehind].set(0)
        metrics[.ircClients].set(2)
        SabirMetrics.Drop.allCases.forEach { metrics.visitorsDropped($0).increment() }
        metrics.requests(.page, status: 204).increment()
        metrics.refusals("messages").increment()
        metrics.requestSeconds(.share).record(.milliseconds(4))
        let text = metrics.text(members: ["Reception": 3])
        for metric in SabirMetric.allCases {
            #expect(text.contains("# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) "))
            #expect(!metric.help.contains { $0.isNewline || $0 == "\\" }, "help is written as it is")
        }
        #expect(text.contains("sabir_http_requests_total{server=\"page\",status=\"2xx\"} 1\n"))
        #expect(text.contains("sabir_engine_breaker{engine=\"apertium\"} 2\n"))
    }
}
