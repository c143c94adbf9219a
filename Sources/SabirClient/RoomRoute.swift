import SabirProtocol

/// A node's address, and which of its rooms to ask for there.
package struct Destination: Hashable, Sendable {
    package let address: NodeAddress
    /// Id or name; nil for a node with one room.
    package let room: String?
    /// The fingerprint under which it is announced: a hint, as anybody may announce anything.
    package let certificate: String?

    package init(_ address: NodeAddress, room: String? = nil, certificate: String? = nil) {
        self.address = address
        self.room = room
        self.certificate = certificate
    }
}

/// How a guest finds a room's host, the first time and after it was lost.
package protocol RoomRoute: Sendable {
    /// Where to try, in this order. Bounded in time; never empty. Throws a sentence for people where nothing is found.
    func destinations() async throws(RouteError) -> [Destination]
    /// Where else, now that every one of `tried` led nowhere and this guest has never been in: waits, bounded, for
    /// others to turn up. None of `tried` among them; empty where there is no other.
    func destinations(besides tried: [Destination]) async -> [Destination]
    /// Whether there can be any others.
    var mayLeadElsewhere: Bool { get }
}

extension RoomRoute {
    package func destinations(besides tried: [Destination]) async -> [Destination] { [] }
    package var mayLeadElsewhere: Bool { false }
}

/// Why no way to a room is known: one plain sentence.
package struct RouteError: PlainError, Hashable, Sendable, CustomStringConvertible {
    package let sentence: Sentence
    /// Somebody answered, but not whom the guest may believe.
    package let isUntrusted: Bool

    package init(
        _ description: String, as name: String? = nil, _ values: [String: String] = [:], isUntrusted: Bool = false
    ) {
        self.init(Sentence(description, as: name, values), isUntrusted: isUntrusted)
    }

    /// Whatever went wrong; what says so itself is taken at its word.
    init(_ error: any Error) {
        self = error as? RouteError ?? RouteError((error as? any PlainError)?.sentence ?? Sentence("\(error)"))
    }

    package init(_ sentence: Sentence, isUntrusted: Bool = false) {
        self.sentence = sentence
        self.isUntrusted = isUntrusted
    }

    package var description: String { sentence.english }
}

/// One address that does not change.
package struct FixedRoute: RoomRoute {
    private let destination: Destination

    package init(_ destination: Destination) { self.destination = destination }

    package func destinations() async throws(RouteError) -> [Destination] { [destination] }
}
