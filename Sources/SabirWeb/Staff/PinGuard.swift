/// Slows down guessing of the staff's PIN, for each address and for all together.
///
/// Pure: the time is passed in. So many wrong PINs are free; each further one doubles the time until the next try,
/// from a second to five minutes. Mistakes are forgotten one by one.
struct PinGuard: Sendable {
    static let freeForAddress = 5
    /// Many people may mistype at once, and one who guesses must not keep all of them out for long.
    static let freeForAll = 30
    static let longestWait = Duration.seconds(300)
    /// After so long without a mistake, one is forgotten.
    static let forgiveness = Duration.seconds(600)
    static let rememberedAddresses = 10_000

    private struct Mistakes {
        var count = 0
        var last: ContinuousClock.Instant

        func remaining(now: ContinuousClock.Instant) -> Int {
            max(0, count - Int(last.duration(to: now) / PinGuard.forgiveness))
        }

        /// Time until the next try, zero where it is free.
        func wait(free: Int, now: ContinuousClock.Instant) -> Duration {
            let excess = remaining(now: now) - free
            guard excess >= 0 else { return .zero }
            let pause = min(.seconds(1 << min(excess, 10)), PinGuard.longestWait)
            return max(.zero, pause - last.duration(to: now))
        }
    }

    private var addresses: [String: Mistakes] = [:]
    private var all: Mistakes?

    init() {}

    var addressCount: Int { addresses.count }

    /// Time until this address may try again; zero where it may now.
    func wait(for address: String, now: ContinuousClock.Instant) -> Duration {
        max(
            addresses[address]?.wait(free: Self.freeForAddress, now: now) ?? .zero,
            all?.wait(free: Self.freeForAll, now: now) ?? .zero)
    }

    mutating func wrong(from address: String, now: ContinuousClock.Instant) {
        if addresses.count >= Self.rememberedAddresses { forgetOldest() }
        addresses[address] = Self.another(after: addresses[address], now: now)
        all = Self.another(after: all, now: now)
    }

    mutating func right(from address: String) { addresses[address] = nil }

    private static func another(after mistakes: Mistakes?, now: ContinuousClock.Instant) -> Mistakes {
        Mistakes(count: (mistakes?.remaining(now: now) ?? 0) + 1, last: now)
    }

    private mutating func forgetOldest() {
        guard let oldest = addresses.min(by: { $0.value.last < $1.value.last })?.key else { return }
        addresses[oldest] = nil
    }
}
