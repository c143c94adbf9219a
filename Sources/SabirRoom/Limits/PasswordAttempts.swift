import NIOCore
import SabirCore

/// Slows down guessing of one room's password: for each address, each network (`AddressGroup`), and all together. Pure:
/// the time is passed in. Only wrong passwords are counted.
///
/// Others' guesses keep out neither a device that has known the password nor an address from which the password was
/// known. Everybody may be behind this machine's own address, so that address counts for the room alone, as does a nil
/// one.
struct PasswordAttempts: Sendable {
    /// Five slips are free, then one every half minute.
    static let perAddress = TokenBucket.Rate(perSecond: 1.0 / 30, burst: 5)
    /// 1,800 an hour for all addresses together.
    static let perRoom = TokenBucket.Rate(perSecond: 0.5, burst: 30)
    /// How many addresses, and how many devices, are remembered.
    static let mostKnown = 1_000

    /// Somebody who tries a password.
    struct Asker: Sendable, Hashable {
        /// The groups of the asker's address; none for this machine.
        let groups: [AddressGroup]
        /// The token of the asker's device in this room; nil where the asker showed none.
        let device: String?

        init(address: String?, device: String? = nil) {
            groups = address.map(AddressGroup.limitedGroups) ?? []
            self.device = device
        }
    }

    private var addresses = AddressBuckets()
    /// Budgets of devices that have known the password.
    private var devices = BucketTable<String>()
    private var room = TokenBucket()
    /// Addresses from which the password was known; the least recent is forgotten first.
    private var knownAddresses = LeastRecentlyUsed<AddressGroup, Void>(maximumCount: mostKnown, maximumCost: 0)
    private var knownDevices = LeastRecentlyUsed<String, Void>(maximumCount: mostKnown, maximumCost: 0)

    func mayTry(from asker: Asker, now: NIODeadline) -> Bool {
        if let device = trustedDevice(asker, now: now) {
            return devices[device].holds(1, Self.perAddress, now: now)
        }
        if let own = asker.groups.first, knownAddresses.contains(own) {
            return addresses.holds(for: [own], Self.perAddress, now: now)
        }
        guard addresses.holds(for: asker.groups, Self.perAddress, now: now) else { return false }
        return room.holds(1, Self.perRoom, now: now)
    }

    /// Whether this device, or somebody at this address, has known the password before.
    func knows(_ asker: Asker) -> Bool {
        asker.device.map(knownDevices.contains) == true || asker.groups.first.map(knownAddresses.contains) == true
    }

    /// The token of a known device that has budget left; one without counts like anybody.
    private func trustedDevice(_ asker: Asker, now: NIODeadline) -> String? {
        guard let device = asker.device, knownDevices.contains(device) else { return nil }
        return devices[device].holds(1, Self.perAddress, now: now) ? device : nil
    }

    /// Where a wrong password was counted.
    struct Counted: Sendable {
        fileprivate var device: String?
        fileprivate var groups: [AddressGroup] = []
        fileprivate var isOfRoom = false
    }

    @discardableResult
    mutating func wrong(from asker: Asker, now: NIODeadline) -> Counted {
        if let device = trustedDevice(asker, now: now) {
            _ = devices.take(for: device, Self.perAddress, now: now)
            return Counted(device: device)
        }
        let isOfRoom = room.take(Self.perRoom, now: now)
        // Each group counts for itself: one without budget does not keep the others from counting.
        let groups = asker.groups.filter { addresses.take(for: [$0], Self.perAddress, now: now) }
        return Counted(groups: groups, isOfRoom: isOfRoom)
    }

    /// Takes back an attempt that was counted in advance and turned out right, only where it was counted.
    mutating func forgive(_ counted: Counted, of asker: Asker, now: NIODeadline) {
        if let device = counted.device { _ = devices.take(-1, for: device, Self.perAddress, now: now) }
        if counted.isOfRoom { _ = room.take(-1, Self.perRoom, now: now) }
        for group in counted.groups { _ = addresses.take(-1, for: [group], Self.perAddress, now: now) }
        right(from: asker)
    }

    mutating func right(from asker: Asker) {
        if let own = asker.groups.first { knownAddresses.insert((), for: own, cost: 0) }
        if let device = asker.device { knownDevices.insert((), for: device, cost: 0) }
    }
}
