/// A timed piece of work: so many operations a run, several runs, the median told.
struct Benchmark {
    let name: String
    let operations: Int
    var runs = 7

    /// Prints nanoseconds per operation: the median of the runs, with the fastest and the slowest.
    func measure(_ body: () async throws -> Void) async rethrows {
        try await body()  // warm caches and pages, not counted
        var times: [Double] = []
        for _ in 0..<runs {
            let clock = ContinuousClock()
            let time = try await clock.measure { try await body() }
            times.append(Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9)
        }
        let each = times.map { $0 / Double(operations) }.sorted()
        let figures = [each[each.count / 2], each[0], each[each.count - 1]].map { String(Int($0.rounded())) }
        print("\(name): \(figures[0]) ns (\(figures[1])–\(figures[2])), \(runs) runs of \(operations)")
    }

    /// Prints the median and the 99th percentile of single operations, of as many as all runs have.
    func measureEach(_ body: () async -> Void) async {
        var times: [Duration] = []
        for _ in 0..<runs * operations { times.append(await ContinuousClock().measure(body)) }
        times.sort()
        let figures = [50, 99].map { times[times.count * $0 / 100] / .nanoseconds(1) }
        print("\(name), each alone: \(Int(figures[0])) ns, p99 \(Int(figures[1])) ns, \(times.count) of them")
    }
}

/// Keeps the optimiser from dropping work whose result nobody uses.
@inline(never)
func use<T>(_ value: T) {}
