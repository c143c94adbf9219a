/// How somebody comes to a room, besides what their `hello` says.
struct Arrival: Sendable {
    /// Where from, as a ban may name it; nil where that is not known, or is this machine: behind one loopback address
    /// there may be everybody.
    let address: String?
    /// Vouched for by the node: may come in though the room is locked, and does not count as a visitor.
    let isStaff: Bool
    /// What stands for its device in the room's log; nil where there is no log or no device.
    let author: AuthorID?
    /// In the node's own process: without a connection that could fall silent.
    let isLocal: Bool

    init(address: String? = nil, isStaff: Bool = false, isLocal: Bool = false, author: AuthorID? = nil) {
        self.address = address.flatMap(Self.foreign)
        self.isStaff = isStaff
        self.isLocal = isLocal
        self.author = author
    }

    /// An IPv4 address is written alike whichever socket it came over (RFC 4291 §2.5.5.2).
    private static func foreign(_ text: String) -> String? {
        var address = text.lowercased()
        if address.hasPrefix("::ffff:"), address.contains(".") { address.removeFirst("::ffff:".count) }
        return address.isEmpty || address == "::1" || address.hasPrefix("127.") ? nil : address
    }
}
