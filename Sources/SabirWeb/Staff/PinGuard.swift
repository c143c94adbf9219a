import SabirCore

/// Slows down guessing of a short secret, the staff's PIN or a join code: for each address, and for strangers together.
///
/// Pure: the time is passed in. So many wrong ones are free; each further one doubles the time until the next try, from
/// a second to five minutes. Mistakes are forgotten one by one.
///
/// What others guess never keeps out who knew the secret before: their device has a budget that is its own, and so has
/// their address, and the node's own computer. Strangers alone share one.
struct PinGuard: Sendable {
    /// Who tries.
    struct Asker: Sendable {
        /// As limits count it (`IPAddress.counted`).
        let address: String
        /// What the device is known by, once it has proved that it knew the secret before; nil for all others.
        var knownDevice: String?
        /// At the node's own computer, where no stranger is.
        var isHere = false
        /// Whose PIN is tried; nil where it is one for all.
        var person: String?

        fileprivate var place: String { isHere ? "here" : address }
    }

    static let freeForAddress = 5
    /// Enough for somebody who mistypes, and for whoever has stolen what a device is known by next to nothing.
    static let freeForDevice = 10
    /// For one person's PIN, wherever from: who guesses from many addresses is slowed down too.
    static let freeForPerson = 10
    /// Many people may mistype at once.
    static let freeForAll = 30
    static let longestWait = Duration.seconds(300)
    /// After so long without a mistake, one is forgotten.
    static let forgiveness = Duration.seconds(600)
    static let remembered = 10_000
    static let mostKnown = 1_000

    private struct Mistakes {
        var count = 0
        var last: ContinuousClock.Instant

        mutating func forgive() { count = max(0, count - 1) }

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

    private let freeForAll: Int
    private var addresses: [String: Mistakes] = [:]
    private var devices: [String: Mistakes] = [:]
    private var persons: [String: Mistakes] = [:]
    private var strangers: Mistakes?
    /// Addresses that the right answer came from, and when it last did.
    private var known: [String: ContinuousClock.Instant] = [:]

    /// - Parameter freeForAll: how many wrong answers strangers have free together. The more answers there are, the more.
    init(freeForAll: Int = PinGuard.freeForAll) { self.freeForAll = freeForAll }

    /// How many addresses and devices are remembered.
    var rememberedCount: Int { max(addresses.count, devices.count, persons.count, known.count) }

    /// Time until this one may try again; zero where it may now.
    func wait(for asker: Asker, now: ContinuousClock.Instant) -> Duration {
        if let device = asker.knownDevice, isTrusted(device, now: now) { return .zero }
        let ofPerson = asker.person.flatMap { persons[$0]?.wait(free: Self.freeForPerson, now: now) } ?? .zero
        let own = max(ofPerson, addresses[asker.place]?.wait(free: Self.freeForAddress, now: now) ?? .zero)
        guard !isKnown(asker) else { return own }
        return max(own, strangers?.wait(free: freeForAll, now: now) ?? .zero)
    }

    private func isKnown(_ asker: Asker) -> Bool { asker.isHere || known[asker.address] != nil }

    /// A known device stays one until it has guessed wrong too often itself.
    private func isTrusted(_ device: String, now: ContinuousClock.Instant) -> Bool {
        devices[device].map { $0.remaining(now: now) < Self.freeForDevice } ?? true
    }

    /// Where a mistake was counted.
    enum Counted: Sendable {
        case device(String)
        case place(String, person: String?, isStranger: Bool)
    }

    @discardableResult
    mutating func wrong(from asker: Asker, now: ContinuousClock.Instant) -> Counted {
        if let device = asker.knownDevice, isTrusted(device, now: now) {
            Self.count(device, in: &devices, now: now)
            return .device(device)
        }
        Self.count(asker.place, in: &addresses, now: now)
        if let person = asker.person { Self.count(person, in: &persons, now: now) }
        let isStranger = !isKnown(asker)
        if isStranger { strangers = Self.another(after: strangers, now: now) }
        return .place(asker.place, person: asker.person, isStranger: isStranger)
    }

    /// What was counted as wrong before it was judged was not.
    mutating func forgive(_ counted: Counted) {
        switch counted {
        case .device(let device): devices[device]?.forgive()
        case .place(let place, let person, let isStranger):
            addresses[place]?.forgive()
            if let person { persons[person]?.forgive() }
            if isStranger { strangers?.forgive() }
        }
    }

    mutating func right(from asker: Asker, now: ContinuousClock.Instant) {
        addresses[asker.place] = nil
        if let device = asker.knownDevice { devices[device] = nil }
        guard !asker.isHere else { return }
        known.makeRoom(for: asker.address, atMost: Self.mostKnown) { $0 }
        known[asker.address] = now
    }

    private static func count(_ key: String, in table: inout [String: Mistakes], now: ContinuousClock.Instant) {
        table.makeRoom(for: key, atMost: remembered, by: \.last)
        table[key] = another(after: table[key], now: now)
    }

    private static func another(after mistakes: Mistakes?, now: ContinuousClock.Instant) -> Mistakes {
        Mistakes(count: (mistakes?.remaining(now: now) ?? 0) + 1, last: now)
    }
}
