import SabirProtocol

/// What a guest remembers of a room's host between visits.
package struct Pin: Hashable, Sendable, Codable {
    /// Another node's certificate that the first host vouched for, so that it is recognised before its next welcome.
    package struct Granted: Hashable, Sendable, Codable {
        package let certificate: Fingerprint
        /// Milliseconds since 1970.
        package let expires: Int
    }

    static let mostGranted = 16
    /// How long grants of a key that has handed over still count, in milliseconds: nodes make none for longer.
    static let grantsLast = 90 * 86_400_000

    /// The room's id in lower case.
    package let room: String
    /// The room's name at the last visit, cleaned as in the contract.
    package var name: String
    /// Fingerprint of the certificate of the room's first host.
    package var certificate: Fingerprint
    /// `HOST:PORT` as the person gave it, where they joined by address.
    package var address: String?
    /// The name by which the person last asked for the room, if they joined by a name.
    package var called: String?
    /// First and last visit, in milliseconds since 1970.
    package let since: Int
    package var last: Int
    package var granted: [Granted] = []
    /// Certificates of the host from before a hand-over, whose grants count until then. Absent where there are none.
    private(set) var before: [Granted]?

    package init(room: String, name: String, certificate: Fingerprint, address: String?, since: Int) {
        self.room = room.lowercased()
        self.name = name
        self.certificate = certificate
        self.address = address
        self.since = since
        last = since
    }

    /// Whether this certificate is the first host's, or one that it vouched for until later than `now`.
    func knows(_ shown: Fingerprint, now: Int) -> Bool {
        shown == certificate || granted.contains { $0.certificate == shown && now < $0.expires }
    }

    /// Whether a grant by the key of an earlier certificate of the host still counts for `shown`. Never for another
    /// earlier certificate, which was vouched for in its own time.
    func takesGrants(of issuer: Fingerprint, for shown: Fingerprint, now: Int) -> Bool {
        guard let before, !before.contains(where: { $0.certificate == shown }) else { return false }
        return before.contains { $0.certificate == issuer && now < $0.expires }
    }

    /// Replaces the host's certificate with the one that it handed over to.
    mutating func handOver(to successor: Fingerprint) {
        certificate = successor
        granted.removeAll { $0.certificate == successor }
    }

    mutating func remember(earlier handovers: some Sequence<Handover>, now: Int) {
        let earlier = handovers.compactMap { handover in
            handover.issuer.map { Granted(certificate: $0, expires: min(handover.since, now) + Self.grantsLast) }
        }
        granted.removeAll { old in earlier.contains { $0.certificate == old.certificate } }
        let isCounting = earlier.contains { now < $0.expires }
        before = isCounting ? earlier : nil
    }

    mutating func remember(_ shown: Fingerprint, until expires: Int) {
        granted.removeAll { $0.certificate == shown }
        granted.insert(Granted(certificate: shown, expires: expires), at: 0)
        granted = Array(granted.prefix(Self.mostGranted))
    }
}

/// All pins of one person on one machine, at most one for each room.
package struct Pins: Hashable, Sendable, Codable {
    /// Beyond this the room not visited for the longest time is forgotten.
    package static let most = 4_096

    private var version = 1
    package private(set) var rooms: [Pin] = []

    package init() {}

    package subscript(room id: String) -> Pin? { rooms.first { $0.room == id.lowercased() } }

    func at(address: String) -> [Pin] { rooms.filter { $0.address == address } }

    func named(_ name: String) -> [Pin] { rooms.filter { $0.name.lowercased() == name.lowercased() } }

    /// The rooms that a person knows by this name: those they ask for by it, else those with that name at the last
    /// visit. So a host that later claims another room's name is not found by it.
    package func known(as name: String) -> [Pin] {
        let called = rooms.filter { ($0.called ?? $0.name).lowercased() == name.lowercased() }
        return called.isEmpty ? named(name) : called
    }

    /// The rooms that a person may mean by an id, a name, or the address they joined at.
    package func meant(by query: String) -> [Pin] {
        if let pin = self[room: query] { return [pin] }
        let named = known(as: WireText.cleanName(query))
        return named.isEmpty ? at(address: query) : named
    }

    package mutating func keep(_ pin: Pin) {
        rooms.removeAll { $0.room == pin.room }
        rooms.append(pin)
        guard rooms.count > Self.most, let oldest = rooms.min(by: { $0.last < $1.last }) else { return }
        rooms.removeAll { $0.room == oldest.room }
    }

    /// Trusts this certificate, which a person has checked to be the host's. Grants of the earlier one become void.
    package mutating func accept(_ certificate: Fingerprint, room id: String) {
        guard var pin = self[room: id] else { return }
        pin.certificate = certificate
        pin.granted = []
        pin.remember(earlier: [], now: 0)
        keep(pin)
    }

    package mutating func forget(room id: String) { rooms.removeAll { $0.room == id.lowercased() } }
}
