import SabirProtocol

/// The secrets by which hosts know a guest's device over restarts of the program.
///
/// A secret is shown to one room: a host that opens another room under the same name does not learn it, and cannot pass
/// for this device with it.
package struct GuestDevice: Sendable, Hashable {
    /// Secret for `room`: 128 bits in base 36.
    package let secret: String
    /// The id of the room that knows `secret`; nil while none does.
    package let room: String?
    /// The secret for any other room.
    package let stranger: String

    package init(secret: String = Self.newSecret(), room: String? = nil, stranger: String = Self.newSecret()) {
        self.secret = secret
        self.room = room
        self.stranger = stranger
    }

    /// - Parameter asked: id or name of the room that the hello asks for. Only an id can show that the hello asks for
    ///   another room.
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
    /// Whether a text has the form of a room's id, a UUID. No name that people use has this form.
    package static func isID(_ text: String) -> Bool { MessageID(text) != nil }
}
