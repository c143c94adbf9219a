import Synchronization

/// A value made once, when it is first asked for, so that nodes that never need it save its memory.
package final class OnDemand<Value: Sendable>: Sendable {
    private enum State {
        case waiting(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    /// - Parameter make: called at most once; concurrent callers wait for it. Released, with all it captured, after the
    ///   call.
    package init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.waiting(make)) }

    package var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .waiting(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}
