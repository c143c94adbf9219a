import SabirCore

/// Slows down guessing of a short secret, a PIN of staff or a join code: for each address, each network, each person
/// whose PIN is tried, and for strangers together.
///
/// Pure: the time is passed in. So many wrong ones are free; each further one doubles the time until the next try, from
/// a second to five minutes. Mistakes are forgotten one by one.
///
/// What others guess never keeps out who knew the secret before: their device has a budget that is its own, and the
/// node's own computer has one. An address that the right answer came from does not share that of strangers. A device
/// is known for the one secret that it gave: whoever tries another person's PIN from it is like anybody else there.
struct PinGuard: Sendable {
    /// Who tries.
    struct Asker: Sendable {
        /// Whole, in writing.
        let address: String
        /// What the device is known by, once it has proved that it gave this very PIN before; nil for all others.
        var knownDevice: String?
        /// At the node's own computer, where no stranger is.
        var isHere = false
        /// Whose PIN is tried; nil where it is one for all.
        var person: String?

        /// Nil for the node's own computer.
        fileprivate var place: String? { isHere ? nil : address }

        /// Where one device may have as many addresses as it likes, all of them together.
        fileprivate var networks: [Budget] { AddressGroup.groups(of: address).dropFirst().map { .network($0) } }
    }

    /// An address that the right answer came from: to the PIN of `person`, nil for one that all share.
    struct KnownAddress: Hashable, Sendable {
        let address: String
        let person: String?
    }

    static let freeForAddress = 5
    /// For all addresses of one network: a few people there may mistype at once.
    static let freeForNetwork = freeForAddress * AddressGroup.networkShares
    /// Enough for somebody who mistypes, and for whoever has stolen what a device is known by next to nothing.
    static let freeForDevice = 10
    /// For all devices that are known for one secret, so that many stolen ones are worth no more than a few.
    static let freeForDevices = 30
    /// For one person's PIN, wherever from: whoever guesses from many addresses, or from devices of staff, waits too.
    static let freeForPerson = 10
    /// Many people may mistype at once.
    static let freeForAll = 30
    /// Wrong ones of all together that staff are told of.
    static let worthTelling = 10
    static let longestWait = Duration.seconds(300)
    /// In so long one mistake is forgotten.
    static let forgiveness = Duration.seconds(600)
    static let remembered = 10_000
    static let mostKnown = 1_000
    /// Known addresses of one person.
    static let mostKnownOfPerson = 20

    /// What mistakes are counted for.
    fileprivate enum Budget: Hashable, Sendable {
        /// An address; nil for the node's own computer.
        case place(String?)
        /// Those of a place that were about one secret: the right answer forgives them, and no others.
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
        /// From when on those that are left are forgotten.
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

        /// Time until the next try, zero where it is free.
        func wait(free: Int, now: ContinuousClock.Instant) -> Duration {
            let excess = remaining(now: now) - free
            guard excess >= 0 else { return .zero }
            let pause = min(.seconds(1 << min(excess, 10)), PinGuard.longestWait)
            return max(.zero, pause - last.duration(to: now))
        }
    }

    private let freeForAll: Int
    private var mistakes = LeastRecentlyUsed<Budget, Mistakes>(maximumCount: remembered, maximumCost: remembered)
    /// And when the right answer last came from there.
    private(set) var known: [KnownAddress: ContinuousClock.Instant] = [:]

    /// - Parameter freeForAll: how many wrong answers strangers have free together, and all known addresses. The more
    ///   right answers there are, the more.
    init(freeForAll: Int = PinGuard.freeForAll) { self.freeForAll = freeForAll }

    /// How much is remembered of whoever was wrong, and of known addresses.
    var rememberedCount: Int { max(mistakes.count, known.count) }

    /// Whether so many were wrong lately that staff should know.
    func isWorthTelling(now: ContinuousClock.Instant) -> Bool {
        remaining(.everybody, now: now) >= Self.worthTelling
    }

    /// Time until this one may try again; zero where it may now.
    func wait(for asker: Asker, now: ContinuousClock.Instant) -> Duration {
        if trustedDevice(asker, now: now) != nil { return .zero }
        return holders(of: asker).map { mistakes.peek($0)?.wait(free: free($0), now: now) ?? .zero }.max() ?? .zero
    }

    /// The budgets that keep an asker without a trusted device waiting.
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

    /// A known device stays one until it has guessed wrong too often itself, or all of its like have.
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

    /// Where a mistake was counted.
    struct Counted: Sendable { fileprivate let budgets: [Budget] }

    @discardableResult
    mutating func recordWrong(from asker: Asker, now: ContinuousClock.Instant) -> Counted {
        let (own, budgets) = budgets(of: asker, device: trustedDevice(asker, now: now))
        for budget in [own] + budgets { change(budget, now: now) { $0.add(now: now) } }
        return Counted(budgets: [own] + budgets)
    }

    /// What counts an asker's mistakes: those about this secret from this device or place, and what they are part of.
    private func budgets(of asker: Asker, device: String?) -> (own: Budget, all: [Budget]) {
        let own = device.map { Budget.device($0) } ?? .part(place: asker.place, person: asker.person)
        var all = device == nil ? holders(of: asker) : [.devices(person: asker.person)]
        if let person = asker.person, !all.contains(.person(person)) { all.append(.person(person)) }
        return (own, all + [.everybody])
    }

    /// What was counted as wrong before it was judged was not.
    mutating func forgive(_ counted: Counted, now: ContinuousClock.Instant) {
        for budget in counted.budgets { forgive(1, of: budget, now: now) }
    }

    /// Forgives the asker's own mistakes about this secret. What was tried of others' stays counted.
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

    /// Their PIN is another one, or that of all where `person` is nil: what was tried of the old one holds nobody.
    mutating func forgetGuesses(at person: String?) {
        if let person { _ = mistakes.take(.person(person)) }
        _ = mistakes.take(.devices(person: person))
    }

    /// Of persons these alone are left: addresses that were known by others are not any more.
    mutating func keepOnly(_ persons: Set<String>) {
        known = known.filter { $0.key.person.map(persons.contains) ?? true }
    }

    /// What an earlier run knew. What this run has found out meanwhile counts more.
    mutating func restore(_ earlier: [KnownAddress: ContinuousClock.Instant]) {
        let fitting = earlier.prefix(max(0, Self.mostKnown - known.count)).map { ($0.key, $0.value) }
        known.merge(fitting) { now, _ in now }
    }
}
