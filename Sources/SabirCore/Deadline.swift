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
