import Crypto
import Foundation
import SabirCore

/// What a device is known by: 256 random bits that it keeps in a cookie. Rooms are given what is derived from it, each
/// another secret; nobody else is given anything.
struct DeviceCookie: Sendable, Hashable {
    /// A year.
    static let maximumAge = 31_536_000

    /// base64url without padding: 43 characters.
    let value: String

    init() { value = Base64URL.random(bytes: 32) }

    /// Nil unless it has the form of one made here.
    init?(_ value: String) {
        guard value.utf8.count == 43, Base64URL.isText(value) else { return nil }
        self.value = value
    }

    /// The secret by which a room knows the device's member again, another for each room and side.
    func secret(room: String, face: TabletSide) -> String {
        Base64URL.text(of: SHA256.hash(data: Data("sabir device\n\(value)\n\(room)\n\(face.rawValue)".utf8)))
    }
}
