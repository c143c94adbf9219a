import SabirCore
import SabirProtocol

/// How somebody comes to a room, besides what their `hello` says. Never changed, and shared by the copies of a member: they
/// are made with each message.
final class JoinContext: Sendable {
    /// Where from, as a ban may name it; nil where that is not known, or is this machine: behind one loopback address
    /// there may be everybody.
    let address: String?
    /// What limits count it in; none where `address` is nil.
    let groups: [AddressGroup]
    /// Vouched for by the node: may come in though the room is locked, and does not count as a visitor. A relay is that too:
    /// `role` tells staff from relays.
    let isStaffOrRelay: Bool
    /// Vouched for likewise, to confirm translations; nothing else is obeyed of it.
    let isInterpreter: Bool
    /// What the node's list of staff calls them; nil of whoever is staff by the PIN that all share.
    let person: String?
    /// Sits down at a tablet that staff hand over: may come in as they may, and is a visitor in all else.
    let comesWithStaff: Bool
    /// A node that carries the room on, vouched for likewise.
    let isRelay: Bool
    /// What stands for its device in the room's log; nil where there is no log or no device.
    let author: AuthorID?
    /// In the node's own process: without a connection that could fall silent.
    let isLocal: Bool
    /// At the node's page, where people write by hand.
    let isAtPage: Bool
    /// Stands for its device at every node of the room; nil where it has none.
    let token: String?
    /// The device's secret, where it came over the network: by it staff are known, at each of their acts anew.
    let device: String?
    /// What its program knows of the amendments.
    let features: Features

    /// Staff by their device's key, over the network; not a relay, nor staff of the page.
    var isStaffByKey: Bool { isStaffOrRelay && !isRelay && device != nil }

    var role: MemberRole? { isRelay ? .relay : isStaffOrRelay ? .staff : isInterpreter ? .interpreter : nil }

    /// Staff, interpreter or relay: no visitor, for whom rooms lock and places are counted.
    var isVouchedFor: Bool { isStaffOrRelay || isInterpreter }

    var nameClaim: NameClaim {
        guard isVouchedFor else { return .visitor }
        return person.map { .person($0) } ?? (isLocal ? .visitor : .vouched)
    }

    /// Neither a lock nor the ban of an address keeps it out.
    var isLetThrough: Bool { isVouchedFor || comesWithStaff }

    init(
        address: String? = nil, isStaff: Bool = false, person: String? = nil, comesWithStaff: Bool = false,
        isInterpreter: Bool = false, isRelay: Bool = false, isLocal: Bool = false, isAtPage: Bool = false,
        author: AuthorID? = nil, device: String? = nil, token: String? = nil, features: Features = []
    ) {
        self.features = features
        self.address = address.flatMap { $0.isEmpty ? nil : IPAddress.limited($0) }
        groups = Self.groups(of: address)
        self.isStaffOrRelay = isStaff || isRelay
        self.isInterpreter = isInterpreter
        self.person = person
        self.comesWithStaff = comesWithStaff
        self.isRelay = isRelay
        self.isLocal = isLocal
        self.isAtPage = isAtPage
        self.author = author
        self.device = device
        self.token = token
    }

    /// The same, of a visitor.
    var withoutStaff: JoinContext { JoinContext(of: self) }

    private init(of other: JoinContext) {
        (features, person) = (other.features, other.person)
        (address, groups) = (other.address, other.groups)
        (isStaffOrRelay, isInterpreter) = (false, false)
        (comesWithStaff, isRelay) = (other.comesWithStaff, other.isRelay)
        (isLocal, isAtPage) = (other.isLocal, other.isAtPage)
        (author, device, token) = (other.author, other.device, other.token)
    }

    /// The address as a ban names it.
    var network: String? { address }

    /// What limits count an address in; none where it is not known, or one of this machine.
    static func groups(of address: String?) -> [AddressGroup] {
        guard let address, !address.isEmpty else { return [] }
        return AddressGroup.limited(address)
    }
}
