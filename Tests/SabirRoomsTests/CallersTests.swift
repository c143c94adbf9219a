import Testing

@testable import SabirRooms

/// Who waits in this process, and for what.
@Suite struct CallersTests {
    /// Somebody who keeps callers, as a room does.
    private actor Keeper {
        private var callers = Callers<String, Int>()
        private var limit: ConcurrencyLimit
        private(set) var order: [Int] = []

        init(_ most: Int = 1) { limit = ConcurrencyLimit(most) }

        func ask(_ key: String, _ isWaiting: @Sendable () -> Void) async -> Int {
            await withCheckedContinuation {
                callers.add($0, for: key)
                isWaiting()
            }
        }

        func answer(_ key: String, _ answer: Int) -> Bool { callers.answer(key, answer) }
        func answerAll() { callers.answerAll { $0.count } }
        func isAwaited(_ key: String) -> Bool { callers.isAwaited(key) }

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

    /// Returns once it waits.
    private func asked(_ keeper: Keeper, _ key: String) async -> Task<Int, Never> {
        let (waits, isWaiting) = AsyncStream<Void>.makeStream()
        let task = Task { await keeper.ask(key) { isWaiting.finish() } }
        for await _ in waits {}
        return task
    }

    @Test func allWhoAskedForTheSameHaveOneAnswer() async {
        let keeper = Keeper()
        let (one, other, third) = (await asked(keeper, "a"), await asked(keeper, "a"), await asked(keeper, "bb"))
        #expect(await keeper.answer("a", 7))
        #expect(await [one.value, other.value] == [7, 7])
        #expect(await !keeper.answer("a", 8))
        #expect(await !keeper.isAwaited("a"))
        #expect(await keeper.isAwaited("bb"))
        await keeper.answerAll()
        #expect(await third.value == 2)
        #expect(await !keeper.answer("bb", 1))
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
