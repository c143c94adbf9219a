/// What is being asked for relays: whether they stand on the list, and grants for their certificates from further up.
/// Bounded; pure.
struct RelayRequests: Sendable {
    /// Certificates that may wait for a grant at a time.
    static let capacity = 256

    private var lookups: Set<HostedRoom.Seat> = []
    /// Which relay asked for a grant for which certificate.
    private var certificates: [String: MemberNumber] = [:]

    /// False while the list is being asked about this one.
    mutating func beginLookup(_ seat: HostedRoom.Seat) -> Bool { lookups.insert(seat).inserted }

    mutating func endLookup(_ seat: HostedRoom.Seat) { lookups.remove(seat) }

    /// False where too many are waited for: answers come once, and a relay that asks for ever more is not answered.
    mutating func ask(for certificate: String, by relay: MemberNumber) -> Bool {
        guard certificates.count < Self.capacity || certificates[certificate] != nil else { return false }
        certificates[certificate] = relay
        return true
    }

    /// Who is to be told; nil where nobody waits for it.
    mutating func answered(_ certificate: String) -> MemberNumber? { certificates.removeValue(forKey: certificate) }

    mutating func remove(_ relay: MemberNumber) { certificates = certificates.filter { $0.value != relay } }
}
