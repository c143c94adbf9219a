import Crypto
import Foundation
import SabirCore
import SabirSecurity

/// A key by which a person of staff is known: the device secret that their terminal says hello with (`join --staff`).
///
/// Hosts keep its fingerprint alone, so that a stolen list of staff opens nothing. It is one key for a person, not one
/// for each room: a host that it was said to could say it to another, so it is said only to hosts one is staff of.
package struct StaffKey: Sendable {
    /// 256 random bits, base64url.
    package let secret: String

    package var fingerprint: String { Self.fingerprint(of: secret) }

    /// SHA-256, base64url without padding: 43 characters. No salt: nobody tries 2²⁵⁶ keys.
    package static func fingerprint(of secret: String) -> String {
        Base64URL.text(of: SHA256.hash(data: Data(secret.utf8)))
    }

    package static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 43 && Base64URL.isText(text)
    }

    /// The key of this state directory (`staff.key`, 0600), made where there is none. Throws a sentence.
    package static func own(in directory: String) throws(NodeError) -> StaffKey {
        let path = directory + "/staff.key"
        if let text = try read(path) { return StaffKey(secret: text) }
        let key = made()
        try PrivateFile(path: path).create(key.secret + "\n")
        // Another process may have been first.
        return try read(path).map(StaffKey.init) ?? key
    }

    /// One whose fingerprint no command takes for an option.
    private static func made() -> StaffKey {
        var key: StaffKey
        repeat {
            key = StaffKey(secret: Base64URL.random(bytes: 32))
        } while key.fingerprint.hasPrefix("-")
        return key
    }

    private static func read(_ path: String) throws(NodeError) -> String? {
        guard let text = try PrivateFile(path: path).text(atMost: 256) else { return nil }
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard isFingerprint(secret) else {
            throw NodeError(description: "\(path) is no staff key. Move it away, and a new one is made.")
        }
        return secret
    }
}
