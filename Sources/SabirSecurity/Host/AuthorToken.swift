import Crypto
import Foundation
import SabirCore

/// What stands for a device at every node of a room, so that what it said over one of them is its own at all others. The
/// device's secret cannot be had from it, and another room's is another.
package enum AuthorToken {
    /// SHA-256 over three lines (`sabir-author-1`, the room's id in lower case, the secret), base64url without padding.
    package static func of(_ device: String, in room: String) -> String {
        Base64URL.text(of: SHA256.hash(data: Data("sabir-author-1\n\(room.lowercased())\n\(device)\n".utf8)))
    }
}
