import Testing

@testable import SabirClient
@testable import SabirRoom

/// At most so many readings of a log at a time.
@Suite struct ConcurrencyLimitTests {
    private actor Keeper {
        private var limit: ConcurrencyLimit
        private(set) var order: [Int] = []

        init(_ most: Int) { limit = ConcurrencyLimit(most) }

        func begin(_ number: Int, _ isWaiting: @Sendable () -> Void) async {
            if !limit.begin() {
                await withCheckedContinuation {
                    limit.wait($0)
                    isWaiting()
                }
            }
            order.append(number)
        }

        func end() { limit.end() }
    }

    @Test func turnsComeInTheOrderInWhichTheyWereAskedFor() async {
        let keeper = Keeper(2)
        for number in 1...2 { await keeper.begin(number) {} }
        var tasks: [Task<Void, Never>] = []
        for number in 3...5 {
            let (waits, isWaiting) = AsyncStream<Void>.makeStream()
            tasks.append(Task { await keeper.begin(number) { isWaiting.finish() } })
            for await _ in waits {}
        }
        for task in tasks {
            #expect(await keeper.order.count < 5, "Nobody begins before one of the two has ended.")
            await keeper.end()
            await task.value
        }
        #expect(await keeper.order == [1, 2, 3, 4, 5])
        for _ in 1...2 { await keeper.end() }
        await keeper.begin(6) { Issue.record("There is room again.") }
    }
}
