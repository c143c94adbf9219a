import Testing

@testable import SabirWeb

/// How often one address may ask for what is costly.
@Suite struct RequestMeterTests {
    @Test func anotherLimitHoldsForThoseWhoHaveAskedBeforeToo() async {
        let meter = RequestMeter((perSecond: 1, burst: 2))
        for _ in 1...2 { #expect(await meter.admitRequest(from: "10.0.0.7")) }
        #expect(await !meter.admitRequest(from: "10.0.0.7"))
        await meter.setLimit((perSecond: 1_000_000, burst: 1_000_000))
        // Filled within a microsecond each.
        while await !meter.admitRequest(from: "10.0.0.7") {}
        #expect(await meter.admitRequest(from: "10.0.0.8"))
    }
}
