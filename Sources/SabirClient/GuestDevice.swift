import SabirProtocol

/// By which secret a guest's device is known to a host, over restarts of the program.
///
/// A secret is shown to one room: a host that opens another room under the same name does not learn it, and cannot pass
/// for this device with it.
package struct GuestDevice: Sendable, Hashable {
    /// 128 bits in base 36.
    package let secret: String
    /// The id of the room that knows the secret; nil where none does yet.
    package let room: String?
    /// For any other room.
    package let stranger: String

    package init(secret: String = Self.newSecret(), room: String? = nil, stranger: String = Self.newSecret()) {
        self.secret = secret
        self.room = room
        self.stranger = stranger
    }

    /// - Parameter asked: id or name of the room that the hello asks for. Only an id can tell that it is another's.
    package func secret(for asked: String?) -> String {
        guard let room, let asked, RoomInfo.isID(asked) else { return secret }
        return asked.lowercased() == room.lowercased() ? secret : stranger
    }

    package static func newSecret() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }
}

extension RoomInfo {
    /// Whether a text has the form of a room's id, a UUID, and can be no name that people use.
    package static func isID(_ text: String) -> Bool { MessageID(text) != nil }
}
