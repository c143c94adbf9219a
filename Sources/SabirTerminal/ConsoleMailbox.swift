import Synchronization

/// Requests from any task to the thread that owns the terminal. The lock is held only while one request is appended.
final class ConsoleMailbox: Sendable {
    /// Most lines that may wait to be printed. Beyond that the oldest are dropped, and their number is printed.
    static let limit = 4_096

    struct Requests {
        var lines: [String] = []
        var dropped = 0
        var prompt: String?
        var isSecret: Bool?
        var isResized = false
        var isResumed = false
        var isClosing = false
        var isOver = false

        mutating func append(_ more: [String]) {
            lines.append(contentsOf: more)
            let surplus = lines.count - ConsoleMailbox.limit
            guard surplus > 0 else { return }
            lines.removeFirst(surplus)
            dropped += surplus
        }
    }

    let wake: WakeEvent
    private let requests = Mutex(Requests())

    init(wake: WakeEvent) {
        self.wake = wake
    }

    func post(_ change: (inout Requests) -> Void) {
        requests.withLock { change(&$0) }
        wake.signal()
    }

    /// Hands the lines to the thread. Returns false once the thread has ended: the caller then writes them itself.
    func print(_ lines: [String]) -> Bool {
        let isTaken = requests.withLock {
            guard !$0.isOver else { return false }
            $0.append(lines)
            return true
        }
        wake.signal()
        return isTaken
    }

    /// All requests since the last call. A request to close stays set. After the call with `last`, no more lines are
    /// accepted.
    func takeRequests(last: Bool = false) -> Requests {
        wake.clear()
        return requests.withLock {
            let taken = $0
            $0 = Requests(isClosing: taken.isClosing, isOver: last)
            return taken
        }
    }
}
