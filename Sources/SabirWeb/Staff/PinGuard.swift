import SabirCore

/// Slows down guessing of a short secret, a staff PIN or a join code: for each address, each network, each person whose
/// PIN is tried, and for all strangers together.
///
/// Pure: the time is passed in. Some wrong answers are free; each further one doubles the waiting time, from a second
/// to five minutes. Mistakes are forgotten one by one.
///
/// Others' guesses never lock out who knew the secret before: a known device has its own budget, and so has the node's
/// own computer. An address that gave the right answer does not share the budget of strangers. A device is known only
/// for the secret that it gave: trying another person's PIN from it counts as a stranger's guess.
struct PinGuard: Sendable {
    /// Somebody who tries a secret.
    struct Asker: Sendable {
        /// The full address as text.
        let address: String
        /// The device's id, if it has proved that it gave this PIN before; nil for all others.
        var knownDevice: String?
        /// Whether the attempt is made at the node's own computer, where no stranger is.
        var isHere = false
        /// The person whose PIN is tried; nil for a shared secret.
        var person: String?

        /// The address; nil for the node's own computer.
        fileprivate var place: String? { isHere ? nil : address }

        /// The address's networks, as one device may have as many addresses of a network as it likes.
        fileprivate var networks: [Budget] { AddressGroup.groups(of: address).dropFirst().map { .network($0) } }
    }

    /// An address that gave the right answer, for the PIN of `person`; nil: the shared PIN.
    struct KnownAddress: Hashable, Sendable {
        let address: String
        let person: String?
    }

    static let freeForAddress = 5
    /// Free mistakes of a network: several people in it may mistype at the same time.
    static let freeForNetwork = freeForAddress * AddressGroup.networkShares
    /// Free mistakes of a known device: enough for mistyping, but of little use to somebody with a stolen cookie.
    static let freeForDevice = 10
    /// Free mistakes of all known devices of one secret together, so that many stolen cookies are worth no more than a
    /// few.
    static let freeForDevices = 30
    /// Free mistakes with one person's PIN, from everywhere: guessing from many addresses, or from staff devices, has
    /// to wait too.
    static let freeForPerson = 10
    /// Free mistakes of all strangers together: many people may mistype at the same time.
    static let freeForAll = 30
    /// How many wrong answers in all are reported to staff.
    static let worthTelling = 10
    static let longestWait = Duration.seconds(300)
    /// The time after which one mistake is forgotten.
    static let forgiveness = Duration.seconds(600)
    static let remembered = 10_000
    static let mostKnown = 1_000
    /// How many addresses are known for one person.
    static let mostKnownOfPerson = 20

    /// What a count of mistakes is for.
    fileprivate enum Budget: Hashable, Sendable {
        /// An address; nil for the node's own computer.
        case place(String?)
        /// The mistakes from one place about one secret: the right answer forgives these and no others.
        case part(place: String?, person: String?)
        case network(AddressGroup)
        case device(String)
        case devices(person: String?)
        case person(String)
        case knownAddresses
        case strangers
        case everybody
    }

    private struct Mistakes {
        private(set) var count = 0
        /// The time from which the remaining mistakes are forgotten.
        private var since: ContinuousClock.Instant
        private var last: ContinuousClock.Instant

        init(now: ContinuousClock.Instant) { (since, last) = (now, now) }

        mutating func add(now: ContinuousClock.Instant) {
            let left = remaining(now: now)
            since = left == 0 ? now : since + PinGuard.forgiveness * (count - left)
            (count, last) = (left + 1, now)
        }

        mutating func forgive(_ number: Int) { count = max(0, count - number) }

        func remaining(now: ContinuousClock.Instant) -> Int {
            max(0, count - Int(since.duration(to: now) / PinGuard.forgiveness))
        }

        /// The time until the next try; zero if it is free.
        func wait(free: Int, now: ContinuousClock.Instant) -> Duration {
            let excess = remaining(now: now) - free
            guard excess >= 0 else { return .zero }
            let pause = min(.seconds(1 << min(excess, 10)), PinGuard.longestWait)
            return max(.zero, pause - last.duration(to: now))
        }
    }

    private let freeForAll: Int
    private var mistakes = LeastRecentlyUsed<Budget, Mistakes>(maximumCount: remembered, maximumCost: remembered)
    /// The known addresses, each with the time of its last right answer.
    private(set) var known: [KnownAddress: ContinuousClock.Instant] = [:]

    /// - Parameter freeForAll: How many wrong answers are free for all strangers together, and for all known addresses.
    ///   The more right answers exist, the higher it has to be.
    init(freeForAll: Int = PinGuard.freeForAll) { self.freeForAll = freeForAll }

    /// How many budgets or known addresses are remembered, whichever is more.
    var rememberedCount: Int { max(mistakes.count, known.count) }

    /// Whether there were recently so many wrong answers that staff should know.
    func isWorthTelling(now: ContinuousClock.Instant) -> Bool {
        remaining(.everybody, now: now) >= Self.worthTelling
    }

    /// The time until this asker may try again; zero if it may now.
    func wait(for asker: Asker, now: ContinuousClock.Instant) -> Duration {
        if trustedDevice(asker, now: now) != nil { return .zero }
        return holders(of: asker).map { mistakes.peek($0)?.wait(free: free($0), now: now) ?? .zero }.max() ?? .zero
    }

    /// The budgets that make an asker without a trusted device wait.
    private func holders(of asker: Asker) -> [Budget] {
        let place = Budget.place(asker.place)
        if asker.isHere { return [place] }
        let ofPerson = asker.person.map { [Budget.person($0)] } ?? []
        return [place] + ofPerson + (isKnown(asker.address) ? [.knownAddresses] : asker.networks + [.strangers])
    }

    private func free(_ budget: Budget) -> Int {
        switch budget {
        case .place: Self.freeForAddress
        case .network: Self.freeForNetwork
        case .device: Self.freeForDevice
        case .devices: Self.freeForDevices
        case .person: Self.freeForPerson
        case .knownAddresses, .strangers: freeForAll
        case .part, .everybody: .max
        }
    }

    private func isKnown(_ address: String) -> Bool { known.keys.contains { $0.address == address } }

    /// The asker's known device, unless it, or all known devices together, made too many wrong guesses.
    private func trustedDevice(_ asker: Asker, now: ContinuousClock.Instant) -> String? {
        guard let device = asker.knownDevice else { return nil }
        let areInBounds = [Budget.device(device), .devices(person: asker.person)].allSatisfy {
            remaining($0, now: now) < free($0)
        }
        return areInBounds ? device : nil
    }

    private func remaining(_ budget: Budget, now: ContinuousClock.Instant) -> Int {
        mistakes.peek(budget)?.remaining(now: now) ?? 0
    }

    /// The budgets in which a mistake was counted.
    struct Counted: Sendable { fileprivate let budgets: [Budget] }

    @discardableResult
    mutating func recordWrong(from asker: Asker, now: ContinuousClock.Instant) -> Counted {
        let (own, budgets) = budgets(of: asker, device: trustedDevice(asker, now: now))
        for budget in [own] + budgets { change(budget, now: now) { $0.add(now: now) } }
        return Counted(budgets: [own] + budgets)
    }

    /// The budgets for an asker's mistakes: the one for this secret from this device or place, and those that it is
    /// part of.
    private func budgets(of asker: Asker, device: String?) -> (own: Budget, all: [Budget]) {
        let own = device.map { Budget.device($0) } ?? .part(place: asker.place, person: asker.person)
        var all = device == nil ? holders(of: asker) : [.devices(person: asker.person)]
        if let person = asker.person, !all.contains(.person(person)) { all.append(.person(person)) }
        return (own, all + [.everybody])
    }

    /// Takes back a mistake that was counted before the answer was checked, and turned out not to be one.
    mutating func forgive(_ counted: Counted, now: ContinuousClock.Instant) {
        for budget in counted.budgets { forgive(1, of: budget, now: now) }
    }

    /// Forgives the asker's own mistakes about this secret; those about other secrets stay counted.
    mutating func recordRight(from asker: Asker, now: ContinuousClock.Instant) {
        for device in Set([nil, asker.knownDevice]) {
            let (own, budgets) = budgets(of: asker, device: device)
            let count = remaining(own, now: now)
            for budget in [own] + budgets { forgive(count, of: budget, now: now) }
        }
        guard !asker.isHere else { return }
        let address = KnownAddress(address: asker.address, person: asker.person)
        known.makeRoom(
            for: address, of: asker.person, each: asker.person == nil ? Self.mostKnown : Self.mostKnownOfPerson,
            atMost: Self.mostKnown, owner: { key, _ in key.person }, by: { $0 })
        known[address] = now
    }

    private mutating func forgive(_ count: Int, of budget: Budget, now: ContinuousClock.Instant) {
        if count > 0, mistakes.contains(budget) { change(budget, now: now) { $0.forgive(count) } }
    }

    private mutating func change(
        _ budget: Budget, now: ContinuousClock.Instant, _ change: (inout Mistakes) -> Void
    ) {
        var mistakes = self.mistakes.peek(budget) ?? Mistakes(now: now)
        change(&mistakes)
        self.mistakes.insert(mistakes, for: budget, cost: 1)
    }

    // MARK: Persons

    /// Forgets the mistakes about a person's old PIN, or about the shared one if `person` is nil, as there is a new
    /// PIN.
    mutating func forgetGuesses(at person: String?) {
        if let person { _ = mistakes.take(.person(person)) }
        _ = mistakes.take(.devices(person: person))
    }

    /// Forgets the addresses known for any other persons than these.
    mutating func keepOnly(_ persons: Set<String>) {
        known = known.filter { $0.key.person.map(persons.contains) ?? true }
    }

    /// Adds the addresses known in an earlier run; those of this run take precedence.
    mutating func restore(_ earlier: [KnownAddress: ContinuousClock.Instant]) {
        let fitting = earlier.prefix(max(0, Self.mostKnown - known.count)).map { ($0.key, $0.value) }
        known.merge(fitting) { now, _ in now }
    }
}
