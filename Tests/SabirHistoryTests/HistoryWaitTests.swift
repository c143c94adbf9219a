import Logging
import Synchronization
import Testing

@testable import SabirHistory

@Suite struct HistoryWaitTests {
    /// A history that is held for the first so many looks, and the pauses between them.
    private final class Scene: Sendable {
        private let looks: Mutex<Int>
        let pauses = Mutex<[Duration]>([])

        init(heldFor looks: Int) { self.looks = Mutex(looks) }

        var wait: HistoryWait {
            HistoryWait(
                path: "/history.sqlite", logger: silent,
                isHeld: { _ in
                    self.looks.withLock { left in
                        left -= 1
                        return left >= 0
                    }
                }, pause: { time in self.pauses.withLock { $0.append(time) } })
        }
    }

    @Test func aFreeHistoryIsNotWaitedFor() async {
        let scene = Scene(heldFor: 0)
        await scene.wait.untilFree()
        #expect(scene.pauses.withLock { $0 }.isEmpty)
    }

    @Test func aHeldOneIsWaitedForUntilItIsFree() async {
        let scene = Scene(heldFor: 3)
        await scene.wait.untilFree()
        #expect(scene.pauses.withLock { $0 } == Array(HistoryWait.atStart.prefix(3)))
    }

    @Test func butNotForEver() async {
        let scene = Scene(heldFor: .max)
        await scene.wait.untilFree()
        let pauses = scene.pauses.withLock { $0 }
        #expect(pauses == HistoryWait.atStart && pauses.reduce(.zero, +) <= .seconds(61))
    }
}
