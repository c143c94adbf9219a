import Crypto
import Foundation

/// What a device is known by: 256 random bits that it keeps in a cookie. Rooms are given what is derived from it, each
/// another secret; nobody else is given anything.
struct DeviceCookie: Sendable, Hashable {
    /// A year.
    static let maximumAge = 31_536_000

    /// base64url without padding: 43 characters.
    let value: String

    init() { value = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64url }

    /// Nil unless it has the form of one made here.
    init?(_ value: String) {
        guard value.utf8.count == 43, value.utf8.allSatisfy(Self.isBase64url) else { return nil }
        self.value = value
    }

    /// The secret by which a room knows the device's member again, another for each room and face.
    func secret(room: String, face: Face) -> String {
        Data(SHA256.hash(data: Data("sabir device\n\(value)\n\(room)\n\(face.rawValue)".utf8))).base64url
    }

    private static func isBase64url(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Data {
    /// RFC 4648 §5, without padding.
    var base64url: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
