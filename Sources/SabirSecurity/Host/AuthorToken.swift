import Crypto
import Foundation
import SabirCore

/// Names a device at every node of a room, so that all nodes recognise the author of a line. The device's secret cannot
/// be computed from the token, and each room has another token.
package enum AuthorToken {
    /// SHA-256 over three lines (`sabir-author-1`, the room's id in lower case, the secret), base64url without padding.
    package static func of(_ device: String, in room: String) -> String {
        Base64URL.text(of: SHA256.hash(data: Data("sabir-author-1\n\(room.lowercased())\n\(device)\n".utf8)))
    }
}
