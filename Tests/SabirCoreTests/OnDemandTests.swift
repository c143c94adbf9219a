import SabirCore
import Synchronization
import Testing

struct OnDemandTests {
    @Test func itIsMadeOnceAndOnlyWhereSomebodyAsks() async {
        let made = Mutex(0)
        let answer = OnDemand {
            made.withLock {
                $0 += 1
                return $0
            }
        }
        #expect(made.withLock { $0 } == 0)
        let answers = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<32 { group.addTask { answer.value } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers == [1])
        #expect(made.withLock { $0 } == 1)
    }
}
