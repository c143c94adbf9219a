import NIOCore

/// Nothing that was waited for came.
struct Missing: Error, CustomStringConvertible {
    let description: String
}

/// What happened, in order, for a test to wait on. The bound only ends a test that has failed.
actor Journal<Entry: Sendable> {
    private var entries: [Entry] = []
    /// Entries before this one were taken or passed over.
    private var next = 0
    private var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?

    func append(_ entry: Entry) {
        entries.append(entry)
        wake()
    }

    func end() {
        hasEnded = true
        wake()
    }

    /// Everything so far, taken or not.
    var all: [Entry] { entries }

    /// The next entry that `read` makes something of; those before it are passed over. One caller at a time.
    func first<Value: Sendable>(
        _ what: String, within bound: Duration = .seconds(120), _ read: @Sendable (Entry) -> Value?
    ) async throws -> Value {
        let deadline = ContinuousClock.now + bound
        while true {
            while next < entries.count {
                next += 1
                if let value = read(entries[next - 1]) { return value }
            }
            guard !hasEnded, ContinuousClock.now < deadline else {
                throw Missing(description: "\(what) did not come; what came was \(entries.suffix(5))")
            }
            await news(until: deadline)
        }
    }

    private func news(until deadline: ContinuousClock.Instant) async {
        let bound = Task {
            try await Task.sleep(until: deadline)
            self.wake()
        }
        await withCheckedContinuation { waiter = $0 }
        bound.cancel()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
