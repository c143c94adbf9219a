import SabirCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct QueueExecutorTests {
    private actor Owner {
        nonisolated let executor: QueueExecutor
        private(set) var seen: [Int] = []

        init(_ executor: QueueExecutor) { self.executor = executor }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func add(_ number: Int) { seen.append(number) }
    }

    @Test func whatIsHandedOverIsDoneInOrderAndByItsActor() async {
        let executor = QueueExecutor(label: "test")
        let owner = Owner(executor)
        for number in 0..<100 {
            executor.run {
                executor.checkIsolated()
                owner.assumeIsolated { $0.add(number) }
            }
        }
        await owner.add(100)
        #expect(await owner.seen == Array(0...100))
    }
}
