import SabirCore
import SabirProtocol

/// How somebody comes to a room, besides their `hello`. Immutable, and shared by the copies of a member, which are made
/// with each message.
final class JoinContext: Sendable {
    /// The address as a ban may name it; nil where it is not known, or is this machine's, as everybody may be behind
    /// loopback.
    let address: String?
    /// The groups in which limits count the address; empty where `address` is nil.
    let groups: [AddressGroup]
    /// What the node vouches for: staff, a node that carries the room on, or an interpreter, who confirms translations and
    /// has no other rights. All others are visitors, whom locks keep out and whose places are counted.
    let role: MemberRole?
    /// The person's name in the staff list; nil for staff who use the shared PIN.
    let person: String?
    /// Sits at a tablet that staff hand over: enters as staff may, and is a visitor otherwise.
    let comesWithStaff: Bool
    /// The device's id in the room's log; nil where there is no log or no device.
    let author: AuthorID?
    /// Whether the member is in the node's own process, without a connection that could fall silent.
    let isLocal: Bool
    /// Whether the member is at the node's page, where people type by hand.
    let isAtPage: Bool
    /// Names the device at every node of the room; nil where there is no device.
    let token: String?
    /// The device's secret, where it came over the network: each act of staff is checked against it anew.
    let device: String?
    /// The amendments that the member's program knows.
    let features: Features

    /// Staff by their device's key, over the network; neither a relay nor staff of the page.
    var isStaffByKey: Bool { role == .staff && device != nil }
    var isStaffOrRelay: Bool { role == .staff || role == .relay }
    var isRelay: Bool { role == .relay }
    var isVouchedFor: Bool { role != nil }

    var nameClaim: NameClaim {
        guard isVouchedFor else { return .visitor }
        return person.map { .person($0) } ?? (isLocal ? .visitor : .vouched)
    }

    /// Whether neither a lock nor the ban of an address keeps the member out.
    var isLetThrough: Bool { isVouchedFor || comesWithStaff }

    init(
        address: String? = nil, role: MemberRole? = nil, person: String? = nil, comesWithStaff: Bool = false,
        isLocal: Bool = false, isAtPage: Bool = false, author: AuthorID? = nil, device: String? = nil,
        token: String? = nil, features: Features = []
    ) {
        self.features = features
        self.address = address.flatMap { $0.isEmpty ? nil : IPAddress.remoteBanKey(of: $0) }
        groups = Self.groups(of: address)
        self.role = role
        self.person = person
        self.comesWithStaff = comesWithStaff
        self.isLocal = isLocal
        self.isAtPage = isAtPage
        self.author = author
        self.device = device
        self.token = token
    }

    var withoutStaff: JoinContext { JoinContext(of: self) }

    private init(of other: JoinContext) {
        role = nil
        (features, person) = (other.features, other.person)
        (address, groups) = (other.address, other.groups)
        (comesWithStaff, isLocal, isAtPage) = (other.comesWithStaff, other.isLocal, other.isAtPage)
        (author, device, token) = (other.author, other.device, other.token)
    }

    /// The groups in which limits count an address; empty where it is not known or one of this machine.
    static func groups(of address: String?) -> [AddressGroup] {
        guard let address, !address.isEmpty else { return [] }
        return AddressGroup.limitedGroups(of: address)
    }
}
