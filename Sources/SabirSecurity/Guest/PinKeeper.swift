import Logging

/// Stores pins during a chat: the chat does not wait for the disk, only its end does.
final class PinKeeper: Sendable {
    private let store: PinStore
    private let waiting: AsyncStream<Pin>.Continuation
    private let work: Task<Void, Never>

    init(_ store: PinStore, logger: Logger) {
        let (pins, waiting) = AsyncStream.makeStream(of: Pin.self, bufferingPolicy: .bufferingNewest(16))
        self.store = store
        self.waiting = waiting
        work = Task {
            for await pin in pins {
                do throws(SecurityError) {
                    try await store.update { $0.keep(pin) }
                } catch {
                    logger.warning("the host cannot be remembered: \(error)")
                }
            }
        }
    }

    deinit { waiting.finish() }

    func keep(_ pin: Pin) { waiting.yield(pin) }

    /// Stores a pin before anything is said to a host met for the first time: a guest that is killed and joins again is
    /// known to the host by its device secret only if the guest recognises the host. Takes a few milliseconds.
    func keepAtOnce(_ pin: Pin) {
        guard (try? store.updateAtOnce({ $0.keep(pin) })) != true else { return }
        keep(pin)
    }

    /// Waits until all pins are stored; later ones are dropped.
    func settle() async {
        waiting.finish()
        await work.value
    }
}
