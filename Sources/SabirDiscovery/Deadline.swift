/// The result of `work`, or nil if `work` takes longer than `time`. Unlike `within`, waits until `work` has heeded its
/// cancellation.
func withinDeadline<T: Sendable>(_ time: Duration, _ work: @escaping @Sendable () async -> T?) async -> T? {
    await withTaskGroup(of: T?.self) { group in
        group.addTask { await work() }
        group.addTask {
            try? await Task.sleep(for: time)
            return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
    }
}
