import SabirProtocol

/// A node's address, and the room to ask for there.
package struct Destination: Hashable, Sendable {
    package let address: NodeAddress
    /// Id or name; nil for a node with one room.
    package let room: String?
    /// The fingerprint with which the room is announced: only a hint, because anybody may announce anything.
    package let certificate: String?

    package init(_ address: NodeAddress, room: String? = nil, certificate: String? = nil) {
        self.address = address
        self.room = room
        self.certificate = certificate
    }
}

/// How a guest finds a room's host, for the first connection and for each reconnect.
package protocol RoomRoute: Sendable {
    /// The destinations to try, in order. Bounded in time; never empty. Throws a sentence for people if nothing is
    /// found.
    func destinations() async throws(RouteError) -> [Destination]
    /// Further destinations after every one of `tried` failed for a guest that has never joined: waits, for a bounded
    /// time, until others turn up. None of `tried` among them; empty if there is no other.
    func destinations(besides tried: [Destination]) async -> [Destination]
    /// Whether `destinations(besides:)` can return any.
    var mayLeadElsewhere: Bool { get }
}

extension RoomRoute {
    package func destinations(besides tried: [Destination]) async -> [Destination] { [] }
    package var mayLeadElsewhere: Bool { false }
}

/// Why no host of a room was reached, in one plain sentence.
package struct RouteError: PlainError, Hashable, Sendable, CustomStringConvertible {
    package let sentence: Sentence
    /// A host answered that the guest must not trust.
    package let isUntrusted: Bool

    package init(
        _ description: String, as name: String? = nil, _ values: [String: String] = [:], isUntrusted: Bool = false
    ) {
        self.init(Sentence(description, as: name, values), isUntrusted: isUntrusted)
    }

    /// Wraps any error; an error that has a sentence of its own keeps it.
    package init(_ error: any Error) {
        self = error as? RouteError ?? RouteError((error as? any PlainError)?.sentence ?? Sentence("\(error)"))
    }

    package init(_ sentence: Sentence, isUntrusted: Bool = false) {
        self.sentence = sentence
        self.isUntrusted = isUntrusted
    }

    package var description: String { sentence.english }
}

/// A single fixed destination.
package struct FixedRoute: RoomRoute {
    private let destination: Destination

    package init(_ destination: Destination) { self.destination = destination }

    package func destinations() async throws(RouteError) -> [Destination] { [destination] }
}
