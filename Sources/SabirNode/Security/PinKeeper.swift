import Logging
import SabirSecurity

/// Keeps pins while a chat goes on: the chat does not wait for the disk, its end does.
final class PinKeeper: Sendable {
    private let waiting: AsyncStream<Pin>.Continuation
    private let work: Task<Void, Never>

    init(_ store: PinStore, logger: Logger) {
        let (pins, waiting) = AsyncStream.makeStream(of: Pin.self, bufferingPolicy: .bufferingNewest(16))
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

    /// Waits until all is kept; nothing more is, afterwards.
    func settle() async {
        waiting.finish()
        await work.value
    }
}
