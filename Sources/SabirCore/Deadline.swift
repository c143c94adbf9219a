import Dispatch

/// The result of `work`, or nil if `work` takes longer than `limit`. A late `work` is cancelled, but not waited for.
package func within<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async -> Value) async -> Value? {
    let (first, race) = AsyncStream.makeStream(of: Value?.self, bufferingPolicy: .bufferingOldest(1))
    let working = Task { race.yield(await work()) }
    let waiting = Task {
        try? await Task.sleep(for: limit)
        race.yield(nil)
    }
    defer {
        working.cancel()
        waiting.cancel()
    }
    for await value in first { return value }
    return nil
}

extension DispatchQueue {
    /// Runs work that may block on this queue, and suspends the task, not its thread, until the work is done.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { done in
            async { done.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }
}

extension Result {
    /// Calls `body` and keeps what it returns or throws, for a context that cannot throw, or has to clean up first.
    package init(awaiting body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
