import Dispatch

/// One scrypt at a time, on a queue of its own: each takes 32 MiB, and as long as an event loop must never wait.
package enum PasswordWork {
    private static let queue = DispatchQueue(label: "sabir.password")

    /// The work's result, once it is its turn.
    package static func done<Value: Sendable, Fault: Error>(
        _ work: @escaping @Sendable () throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let result: Result<Value, Fault> = await withCheckedContinuation { waiting in
            queue.async { waiting.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
