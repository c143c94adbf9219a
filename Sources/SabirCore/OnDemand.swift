import Synchronization

/// Something that is made when it is first asked for, once, and kept: what most nodes never need costs none of them
/// memory.
package final class OnDemand<Value: Sendable>: Sendable {
    private enum State {
        case waiting(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    /// - Parameter make: called at most once; whoever asks meanwhile waits for it. What it holds goes with it.
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
