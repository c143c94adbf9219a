import NIOCore
import SabirCore
import Testing

struct TokenBucketTests {
    private let rate = TokenBucket.Rate(perSecond: 2, burst: 3)

    private func at(_ seconds: Double) -> NIODeadline { .uptimeNanoseconds(UInt64(seconds * 1e9)) }

    @Test func aBurstIsAllowedAndNoMore() {
        var bucket = TokenBucket()
        #expect((0..<5).map { _ in bucket.take(rate, now: at(0)) } == [true, true, true, false, false])
    }

    @Test func tokensComeBackWithTime() {
        var bucket = TokenBucket()
        for _ in 0..<3 { _ = bucket.take(rate, now: at(0)) }
        #expect([0.25, 0.5, 0.5, 1].map { bucket.take(rate, now: at($0)) } == [false, true, false, true])
    }

    @Test func aLongRestAllowsNoMoreThanABurst() {
        var bucket = TokenBucket()
        #expect((0..<5).count { _ in bucket.take(rate, now: at(3_600)) } == 3)
    }

    @Test func aDebtIsPaidFirst() {
        var bucket = TokenBucket()
        bucket.charge(5, rate, now: at(0))
        #expect(bucket.level(rate, now: at(0)) == -2 && !bucket.holds(1, rate, now: at(1)))
        #expect(bucket.holds(1, rate, now: at(1.5)) && bucket.isFull(rate, now: at(2.5)))
    }

    /// The page's and IRC's.
    @Test func theOtherClockCountsAlike() {
        let start = ContinuousClock.now
        var bucket = TokenBucket()
        for _ in 0..<3 { _ = bucket.take(rate, now: start) }
        #expect(
            [0.25, 0.5, 0.5, 1].map { bucket.take(rate, now: start + .seconds($0)) } == [false, true, false, true])
    }

    @Test func aTableOfBucketsIsBounded() {
        var table = BucketTable<Int>()
        let rate = TokenBucket.Rate(perSecond: 1, burst: 2)
        let keys = Array(0..<3 * BucketTable<Int>.capacity) + [1]
        let areTaken = keys.allSatisfy { table.take(for: $0, rate, now: at(0)) }
        #expect(areTaken)
        // Whoever has used up what there was is not let go of with those that have rested.
        for _ in 0..<2 { _ = table.take(for: -1, rate, now: at(10)) }
        for key in 0..<BucketTable<Int>.capacity - 1 { _ = table.take(for: key, rate, now: at(10)) }
        let isTaken = table.take(for: -1, rate, now: at(10))
        #expect(!isTaken)
    }

    @Test func aBucketGivesAllOrNothing() {
        var table = BucketTable<Int>()
        let rate = TokenBucket.Rate(perMinute: 60)
        let atOnce = [50, 20, 10].map { table.take($0, for: 1, rate, now: at(0)) }
        let later = table.take(20, for: 1, rate, now: at(20))
        #expect(atOnce == [true, false, true] && later)
        #expect(table[2].holds(60, rate, now: at(20)) && !table[2].holds(61, rate, now: at(20)))
    }
}

struct AddressLimiterTests {
    private let here: [AddressGroup] = []
    private func at(_ name: String) -> [AddressGroup] { [.address(name)] }

    @Test func placesAreCountedInAllAndByAddress() {
        var limiter = AddressLimiter(most: 4, perAddress: 2)
        let admitted = [at("a"), at("a"), at("a"), at("b"), here, at("c"), here].map { limiter.admit($0) }
        #expect(admitted == [true, true, false, true, true, false, false])
        #expect(limiter.count == 4 && limiter.refusal(of: at("c")) == .all)
        limiter.close(at("b"))
        #expect(limiter.refusal(of: at("a")) == .address && limiter.refusal(of: at("b")) == nil)
        limiter.close(at("a"))
        #expect(limiter.refusal(of: at("a")) == nil)
    }

    /// A port holds those for a moment whom it tells that they are too many.
    @Test func whoIsRefusedMayBeCountedToo() {
        var limiter = AddressLimiter(most: 9, perAddress: 1)
        for _ in 0..<2 { limiter.open(at("a")) }
        limiter.close(at("a"))
        #expect(limiter.refusal(of: at("a")) == .address)
        limiter.close(at("a"))
        #expect(limiter.refusal(of: at("a")) == nil && limiter.count == 0)
    }

    @Test func thereMayBeNoLimitForAnAddress() {
        var limiter = AddressLimiter(most: .max, perAddress: nil)
        let areAdmitted = (0..<1_000).allSatisfy { _ in limiter.admit(at("a")) }
        #expect(areAdmitted)
    }

    @Test(arguments: [AddressGroupTests.linkLocal, AddressGroupTests.inOneNetwork])
    func whatIsOpenLeavesATenthToOthers(_ addresses: [String]) {
        func open(most: Int) -> AddressLimiter {
            var limiter = AddressLimiter(most: most, perAddress: 10)
            for address in addresses + addresses { _ = limiter.admit(AddressGroup.limitedGroups(of: address)) }
            return limiter
        }
        #expect(open(most: 1_000).count == 40 && open(most: 20).count == 18 && open(most: 8).count == 8)
        var limiter = open(most: 20)
        #expect(limiter.refusal(of: AddressGroup.limitedGroups(of: "2001:db8:0:1::1")) == nil)
        for address in addresses + addresses where limiter.count > 0 {
            limiter.close(AddressGroup.limitedGroups(of: address))
        }
        #expect(limiter.count == 0 && limiter.refusal(of: AddressGroup.limitedGroups(of: addresses[0])) == nil)
    }
}

struct BackoffTests {
    @Test func pausesDoubleUpToTheLongestAndBeginAnew() {
        var pauses = Backoff(first: .seconds(1), longest: .seconds(10))
        let waited = (0..<6).map { _ in pauses.next() }
        pauses.reset()
        let again = pauses.next()
        #expect(waited + [again] == [1, 2, 4, 8, 10, 10, 1].map(Duration.seconds))
        #expect(Backoff.pause(after: .max, first: .seconds(1), longest: .seconds(10)) == .seconds(10))
    }
}
