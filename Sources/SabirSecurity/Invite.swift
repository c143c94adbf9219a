import Foundation

/// The address of a room with its host's fingerprint: `sabir://HOST:PORT/ROOM-ID#fp=FINGERPRINT`.
///
/// Somebody who gets an invite from a person they trust need not trust the host on first contact.
package struct Invite: Hashable, Sendable, CustomStringConvertible {
    package static let scheme = "sabir://"

    /// A DNS name or a numeric address; an IPv6 address without brackets, with its scope if it needs one.
    package let host: String
    /// 1 to 65535.
    package let port: Int
    /// UUID in lower case.
    package let room: String
    /// Fingerprint of the certificate of the host, or of the room's first host.
    package let fingerprint: Fingerprint

    /// Nil where the room is no UUID, the port is invalid, or the host cannot be written in an invite.
    package init?(host: String, port: Int, room: String, fingerprint: Fingerprint) {
        guard (1...65_535).contains(port), let id = UUID(uuidString: room), Self.isHost(host) else { return nil }
        self.host = host
        self.port = port
        self.room = id.uuidString.lowercased()
        self.fingerprint = fingerprint
    }

    package var description: String {
        // In a URI the scope's % is escaped (RFC 6874 §2).
        let host = host.contains(":") ? "[\(host.replacingOccurrences(of: "%", with: "%25"))]" : host
        return "\(Self.scheme)\(host):\(port)/\(room)#fp=\(fingerprint)"
    }

    /// Throws a sentence where the text is not exactly an invite: a truncated one must not become one without a
    /// fingerprint.
    package init(_ text: String) throws(SecurityError) {
        guard let invite = Self.parse(text) else {
            throw SecurityError(
                "This is not a whole invite. It has the form sabir://HOST:PORT/ROOM-ID#fp=FINGERPRINT; "
                    + "sabir invite ROOM, on the computer that hosts the room, prints one.",
                as: "invite-broken", ["command": "sabir invite"])
        }
        self = invite
    }

    private static func parse(_ text: String) -> Invite? {
        let form = /([^\/#]+):([1-9][0-9]{0,4})\/([^\/#]+)#fp=([^#]+)/
        guard text.utf8.count <= 512, text.prefix(scheme.count).lowercased() == scheme,
            let parts = text.dropFirst(scheme.count).wholeMatch(of: form), let port = Int(parts.2),
            let fingerprint = Fingerprint(String(parts.4))
        else { return nil }
        // An IPv6 address stands in brackets, and nothing else does.
        let isBracketed = parts.1.hasPrefix("[") && parts.1.hasSuffix("]")
        guard isBracketed == parts.1.contains(":") else { return nil }
        let host =
            isBracketed ? parts.1.dropFirst().dropLast().replacingOccurrences(of: "%25", with: "%") : String(parts.1)
        return Invite(host: host, port: port, room: String(parts.3), fingerprint: fingerprint)
    }

    /// Letters, digits and the separators of names and addresses; a scope only behind an IPv6 address.
    private static func isHost(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        let parts = host.split(separator: "%", omittingEmptySubsequences: false)
        let isIPv6 = host.contains(":")
        guard parts.count <= (isIPv6 ? 2 : 1), !parts.contains("") else { return false }
        let isScoped = parts.count == 1 || parts[1].utf8.allSatisfy(nameBytes.contains)
        return isScoped && parts[0].utf8.allSatisfy((isIPv6 ? addressBytes : nameBytes).contains)
    }

    private static let nameBytes = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._".utf8)
    private static let addressBytes = Set("0123456789ABCDEFabcdef.:".utf8)
}
