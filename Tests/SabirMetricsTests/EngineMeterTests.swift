import SabirTranslation
import Testing

@testable import SabirFeed

@Suite struct EngineMeterTests {
    private func breaker(_ metrics: SabirMetrics) -> [Substring] {
        metrics.text().split(separator: "\n").filter { $0.hasPrefix("sabir_engine_breaker{") }
    }

    @Test func anEngineThatNobodyAskedForIsToldOfOnceItWasThere() {
        let metrics = SabirMetrics()
        let meter = metrics.translation(expected: false)
        meter.setStanding(.onTrial, of: "apertium")
        meter.setStanding(.resting, of: "apertium")
        #expect(breaker(metrics).isEmpty, "nobody is there, as on most machines: no alarm")
        meter.setStanding(.inUse, of: "apertium")
        #expect(breaker(metrics) == ["sabir_engine_breaker{engine=\"apertium\"} 0"])
        meter.setStanding(.resting, of: "apertium")
        #expect(breaker(metrics) == ["sabir_engine_breaker{engine=\"apertium\"} 2"])
    }

    @Test func aConfiguredEngineThatNeverAnsweredIsToldOf() {
        let metrics = SabirMetrics()
        let meter = metrics.translation(expected: true)
        meter.setStanding(.onTrial, of: "clinic")
        #expect(breaker(metrics) == ["sabir_engine_breaker{engine=\"clinic\"} 1"])
        meter.setStanding(.resting, of: "clinic")
        #expect(breaker(metrics) == ["sabir_engine_breaker{engine=\"clinic\"} 2"])
    }
}
