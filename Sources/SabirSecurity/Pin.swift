import SabirProtocol

/// What a guest remembers of a room's host from one visit to the next.
package struct Pin: Hashable, Sendable, Codable {
    /// Another node's certificate that the first host vouched for, so that it is known before its next welcome.
    package struct Granted: Hashable, Sendable, Codable {
        package let certificate: Fingerprint
        /// Milliseconds since 1970.
        package let expires: Int
    }

    static let mostGranted = 16
    /// For how long grants of a key count that has handed over, in milliseconds: nodes give none for longer.
    static let grantsLast = 90 * 86_400_000

    /// The room's id in lower case.
    package let room: String
    /// The room's name at the last visit, cleaned as the contract has it.
    package var name: String
    /// Of the certificate of the room's first host.
    package var certificate: Fingerprint
    /// `HOST:PORT` as the person gave it, where they joined by address.
    package var address: String?
    /// The name by which the person last asked for it, where they joined by a name.
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

    /// Whether this certificate is the first host's, or was vouched for by it until later than `now`.
    func knows(_ shown: Fingerprint, now: Int) -> Bool {
        shown == certificate || granted.contains { $0.certificate == shown && now < $0.expires }
    }

    /// Whether a grant by the key of an earlier certificate of the host still counts for `shown`: not for another one of
    /// those, which was vouched for in its day.
    func takesGrants(of issuer: Fingerprint, for shown: Fingerprint, now: Int) -> Bool {
        guard let before, !before.contains(where: { $0.certificate == shown }) else { return false }
        return before.contains { $0.certificate == issuer && now < $0.expires }
    }

    /// The host is known by this certificate from now on.
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
    /// Beyond that the room not visited for the longest time is forgotten.
    package static let most = 4_096

    private var version = 1
    package private(set) var rooms: [Pin] = []

    package init() {}

    package subscript(room id: String) -> Pin? { rooms.first { $0.room == id.lowercased() } }

    func at(address: String) -> [Pin] { rooms.filter { $0.address == address } }

    func named(_ name: String) -> [Pin] { rooms.filter { $0.name.lowercased() == name.lowercased() } }

    /// The rooms that a person means by this name: those they ask for by it, else those that bore it at the last visit.
    /// So a host that says another room's name of itself later does not come to be known by that.
    package func known(as name: String) -> [Pin] {
        let called = rooms.filter { ($0.called ?? $0.name).lowercased() == name.lowercased() }
        return called.isEmpty ? named(name) : called
    }

    /// Those that a person may mean by a room's id, its name, or the address they joined it at.
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

    /// A person has made sure that this is the host's certificate. What an earlier one vouched for is void.
    package mutating func accept(_ certificate: Fingerprint, room id: String) {
        guard var pin = self[room: id] else { return }
        pin.certificate = certificate
        pin.granted = []
        pin.remember(earlier: [], now: 0)
        keep(pin)
    }

    package mutating func forget(room id: String) { rooms.removeAll { $0.room == id.lowercased() } }
}
