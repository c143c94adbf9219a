/// How many may do something at a time; the others wait their turn, in the order in which they came.
struct ConcurrencyLimit: Sendable {
    private let most: Int
    private var taken = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ most: Int) { self.most = most }

    /// Whether one may begin now; if not, it is to `wait`.
    mutating func begin() -> Bool {
        guard taken < most else { return false }
        taken += 1
        return true
    }

    /// Resumed when its turn has come.
    mutating func wait(_ caller: CheckedContinuation<Void, Never>) { waiting.append(caller) }

    /// The next one has the turn of one that has ended.
    mutating func end() {
        if waiting.isEmpty { taken -= 1 } else { waiting.removeFirst().resume() }
    }
}
