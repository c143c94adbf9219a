/// Limits how many callers do something at a time; the others wait in order of arrival.
package struct ConcurrencyLimit: Sendable {
    private let most: Int
    private var taken = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ most: Int) { self.most = most }

    /// Whether the caller may begin now; otherwise it has to `wait`.
    package mutating func begin() -> Bool {
        guard taken < most else { return false }
        taken += 1
        return true
    }

    /// Resumes `caller` when its turn has come.
    package mutating func wait(_ caller: CheckedContinuation<Void, Never>) { waiting.append(caller) }

    /// Ends one caller's turn and begins that of the next.
    package mutating func end() {
        if waiting.isEmpty { taken -= 1 } else { waiting.removeFirst().resume() }
    }
}
