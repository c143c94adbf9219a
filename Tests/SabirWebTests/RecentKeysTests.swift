import Testing

@testable import SabirWeb

struct RecentKeysTests {
    private let start = ContinuousClock.now

    @Test func keysAreRememberedForAWhileAndNotWithoutBound() {
        var devices = RecentKeys<String>(for: .seconds(10), most: 100)
        devices.note("10.42.0.17", now: start)
        #expect(devices.has("10.42.0.17", now: start + .seconds(9)))
        #expect(!devices.has("10.42.0.17", now: start + .seconds(10)))
        #expect(!devices.has("10.42.0.18", now: start))
        for number in 0..<100 { devices.note("n\(number)", now: start + .seconds(1)) }
        #expect(!devices.has("10.42.0.17", now: start + .seconds(2)), "noted first")
        #expect(devices.has("n0", now: start + .seconds(2)))
        devices.forget("n0")
        #expect(!devices.has("n0", now: start + .seconds(2)))
    }
}
