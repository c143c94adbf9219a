import Crypto
import Foundation
import SabirCore
import SabirSecurity

/// The key of a staff member: the device secret that their terminal sends in its hello (`join --staff`).
///
/// Hosts store only its fingerprint, so a stolen staff list is useless. It is one key for each person, not for each
/// room: a host that receives it could send it to another host, so it is sent only to hosts whose staff the person is.
package struct StaffKey: Sendable {
    /// 256 random bits, base64url.
    package let secret: String

    package var fingerprint: String { Self.fingerprint(of: secret) }

    /// SHA-256, base64url without padding: 43 characters. No salt, because nobody can try 2²⁵⁶ keys.
    package static func fingerprint(of secret: String) -> String {
        Base64URL.text(of: SHA256.hash(data: Data(secret.utf8)))
    }

    package static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 43 && Base64URL.isText(text)
    }

    /// The key in this state directory (`staff.key`, mode 0600), made if there is none. Throws a sentence.
    package static func own(in directory: String) throws(NodeError) -> StaffKey {
        let path = directory + "/staff.key"
        if let text = try read(path) { return StaffKey(secret: text) }
        let key = made()
        try PrivateFile(path: path).create(key.secret + "\n")
        // Another process may have made the key first.
        return try read(path).map(StaffKey.init) ?? key
    }

    /// Makes a key whose fingerprint no command takes for an option.
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
