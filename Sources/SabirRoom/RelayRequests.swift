/// Requests for relays that wait for an answer: look-ups in the staff list, and grants for their certificates from the
/// authority. Bounded; pure.
struct RelayRequests: Sendable {
    /// Most certificates that wait for a grant.
    static let capacity = 256

    private var lookups: Set<HostedRoom.Seat> = []
    /// Which relay asked for a grant for each certificate.
    private var certificates: [String: MemberNumber] = [:]

    /// Begins a look-up of this relay. Returns false where one is under way.
    mutating func beginLookup(_ seat: HostedRoom.Seat) -> Bool { lookups.insert(seat).inserted }

    mutating func endLookup(_ seat: HostedRoom.Seat) { lookups.remove(seat) }

    /// Notes a relay's request. Returns false where too many wait: each is answered once, and a relay that asks for
    /// ever more is not answered.
    mutating func ask(for certificate: String, by relay: MemberNumber) -> Bool {
        guard certificates.count < Self.capacity || certificates[certificate] != nil else { return false }
        certificates[certificate] = relay
        return true
    }

    /// Removes the request for this certificate. Returns the relay to tell; nil where none waits.
    mutating func takeAsker(for certificate: String) -> MemberNumber? { certificates.removeValue(forKey: certificate) }

    mutating func remove(_ relay: MemberNumber) { certificates = certificates.filter { $0.value != relay } }
}
