import NIOCore
import SabirCore

/// Slows down guessing of one room's password, for each address, each network (`AddressGroup`), and for all of them
/// together. Pure: the time is passed in. Only wrong passwords cost anything.
///
/// What others guess keeps nobody out whose device knew the password before, nor an address from which it was known. An
/// address of this machine, behind which there may be everybody, counts for the room alone, and so does a nil one.
struct PasswordAttempts: Sendable {
    /// Five slips are free, then one every half minute.
    static let perAddress = TokenBucket.Rate(perSecond: 1.0 / 30, burst: 5)
    /// Of all together 1,800 an hour, however many addresses they have.
    static let perRoom = TokenBucket.Rate(perSecond: 0.5, burst: 30)
    /// Addresses, and devices.
    static let mostKnown = 1_000

    /// Who tries.
    struct Asker: Sendable, Hashable {
        /// Where it comes from; none for this machine.
        let groups: [AddressGroup]
        /// What stands for its device in this room; nil where it showed none.
        let device: String?

        init(address: String?, device: String? = nil) {
            groups = address.map(AddressGroup.limitedGroups) ?? []
            self.device = device
        }
    }

    private var addresses = AddressBuckets()
    /// Those of known devices alone.
    private var devices = BucketTable<String>()
    private var room: TokenBucket?
    /// From which the password was known; the one that it was known from longest ago goes first.
    private var knownAddresses = LeastRecentlyUsed<AddressGroup, Void>(maximumCount: mostKnown, maximumCost: 0)
    private var knownDevices = LeastRecentlyUsed<String, Void>(maximumCount: mostKnown, maximumCost: 0)

    func mayTry(from asker: Asker, now: NIODeadline) -> Bool {
        if let device = trustedDevice(asker, now: now) {
            return devices.holds(1, for: device, Self.perAddress, now: now)
        }
        if let own = asker.groups.first, knownAddresses.contains(own) {
            return addresses.holds(for: [own], Self.perAddress, now: now)
        }
        guard addresses.holds(for: asker.groups, Self.perAddress, now: now) else { return false }
        return room?.holds(1, Self.perRoom, now: now) ?? true
    }

    /// Whether this device, or somebody at this address, knew the password before.
    func knows(_ asker: Asker) -> Bool {
        asker.device.map(knownDevices.contains) == true || asker.groups.first.map(knownAddresses.contains) == true
    }

    /// A known device that has used up its own budget counts as anybody.
    private func trustedDevice(_ asker: Asker, now: NIODeadline) -> String? {
        guard let device = asker.device, knownDevices.contains(device) else { return nil }
        return devices.holds(1, for: device, Self.perAddress, now: now) ? device : nil
    }

    /// Where a wrong one was counted.
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
        var room = room ?? TokenBucket(full: Self.perRoom, now: now)
        let isOfRoom = room.take(Self.perRoom, now: now)
        self.room = room
        // Of each group by itself: where one has none left, the others count all the same.
        let groups = asker.groups.filter { addresses.take(for: [$0], Self.perAddress, now: now) }
        return Counted(groups: groups, isOfRoom: isOfRoom)
    }

    /// One that was counted beforehand was right after all: it is taken back where it was counted, and nowhere else.
    mutating func forgive(_ counted: Counted, of asker: Asker, now: NIODeadline) {
        if let device = counted.device { _ = devices.take(-1, for: device, Self.perAddress, now: now) }
        if counted.isOfRoom { _ = room?.take(-1, Self.perRoom, now: now) }
        for group in counted.groups { _ = addresses.take(-1, for: [group], Self.perAddress, now: now) }
        right(from: asker)
    }

    mutating func right(from asker: Asker) {
        if let own = asker.groups.first { knownAddresses.insert((), for: own, cost: 0) }
        if let device = asker.device { knownDevices.insert((), for: device, cost: 0) }
    }
}
