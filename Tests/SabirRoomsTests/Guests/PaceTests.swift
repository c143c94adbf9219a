import SabirCore
import Testing

@testable import SabirClient

@Suite struct PaceTests {
    @Test func aSenderKeepsBelowItsHostsMeasure() {
        let rate = TokenBucket.Rate(perSecond: 2, burst: 3)
        var pace = Pace(rate: rate)
        let atOnce = (0..<4).map { _ in pace.take(now: at(0)) }
        #expect(atOnce == [true, true, true, false])
        let later = [0.4, 0.6, 0.7].map { pace.take(now: at($0)) }
        #expect(later == [false, true, false])
    }
}
