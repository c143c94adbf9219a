import Crypto
import Foundation
import SabirCore

/// The cookie that identifies a device: 256 random bits. Each room only gets a secret derived from it; nobody else gets
/// anything.
struct DeviceCookie: Sendable, Hashable {
    /// The cookie's lifetime in seconds: a year.
    static let maximumAge = 31_536_000

    /// The value in base64url without padding: 43 characters.
    let value: String

    init() { value = Base64URL.random(bytes: 32) }

    /// Reads a cookie's value; nil unless it has the form of a device's.
    init?(_ value: String) {
        guard value.utf8.count == 43, Base64URL.isText(value) else { return nil }
        self.value = value
    }

    /// The secret by which a room recognizes the device's member; different for each room and side.
    func secret(room: String, face: TabletSide) -> String {
        Base64URL.text(of: SHA256.hash(data: Data("sabir device\n\(value)\n\(room)\n\(face.rawValue)".utf8)))
    }
}
