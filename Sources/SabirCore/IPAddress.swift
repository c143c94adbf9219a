import NIOCore

/// An IP address. The one place that decides which addresses belong to this machine, which to the local network, and
/// which ones limits and bans count as one.
package struct IPAddress: Hashable, Sendable {
    /// 128 bits in network order. An IPv4 address is stored as `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2) whatever socket it
    /// came over, so that both spellings are equal.
    private let high, low: UInt64

    /// Nil for text that is not an address; names are not looked up. An IPv6 address may carry a zone (RFC 4007 §11),
    /// which is ignored; an IPv4 address may not.
    package init?(_ text: String) {
        let bare = text.prefix { $0 != "%" }
        let hasZone = bare.endIndex < text.endIndex
        // C functions read a text only up to its first zero byte.
        guard !text.utf8.contains(0), !hasZone || bare.contains(":") && !text.hasSuffix("%") else { return nil }
        self.init(try? SocketAddress(ipAddress: String(bare), port: 0))
    }

    /// Nil for a Unix socket, and for a closed connection.
    package init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let four): self.init(bytes: withUnsafeBytes(of: four.address.sin_addr) { Array($0) })
        case .v6(let six): self.init(bytes: withUnsafeBytes(of: six.address.sin6_addr) { Array($0) })
        case .unixDomainSocket, nil: return nil
        }
    }

    /// Nil unless there are exactly four or sixteen bytes, in network order.
    package init?(bytes: some Collection<UInt8>) {
        let words = bytes.reduce((UInt64(0), UInt64(0))) { ($0.0 << 8 | $0.1 >> 56, $0.1 << 8 | UInt64($1)) }
        switch bytes.count {
        case 4: (high, low) = (0, Self.mapped | words.1)
        case 16: (high, low) = words
        default: return nil
        }
    }

    private static let mapped: UInt64 = 0xFFFF << 32
}

extension IPAddress {
    /// True for a mapped address too.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether this machine reaches itself by the address: 127.0.0.0/8 or `::1`.
    package var isLoopback: Bool { isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// 169.254.0.0/16 (RFC 3927), fe80::/10 (RFC 4291 §2.5.6).
    package var isLinkLocal: Bool { isIPv4 ? low >> 16 & 0xFFFF == 0xA9FE : high >> 54 == 0xFE80 >> 6 }

    /// 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918), fc00::/7 (RFC 4193).
    package var isPrivate: Bool {
        guard isIPv4 else { return high >> 57 == 0xFC >> 1 }
        return low >> 24 & 0xFF == 10 || low >> 20 & 0xFFF == 0xAC1 || low >> 16 & 0xFFFF == 0xC0A8
    }

    /// Loopback, private or link-local: addresses that never leave the local network.
    package var isLocal: Bool { isLoopback || isLinkLocal || isPrivate }

    /// Whether both addresses are in one network under the netmask `mask`.
    package func isSame(as other: IPAddress, under mask: IPAddress) -> Bool {
        isIPv4 == other.isIPv4 && (high ^ other.high) & mask.high == 0 && (low ^ other.low) & mask.low == 0
    }

    /// `0.0.0.0` or `::`: listening on it means all of this machine's addresses.
    package var isUnspecified: Bool { isIPv4 ? low == Self.mapped : high | low == 0 }
}

extension IPAddress: CustomStringConvertible {
    /// As inet_ntop(3) writes it, without a zone; a mapped address as IPv4.
    package var description: String {
        if isIPv4 { return banKey }
        var bytes = ByteBuffer(integer: high)
        bytes.writeInteger(low)
        return (try? SocketAddress(packedIPAddress: bytes, port: 0))?.ipAddress ?? banKey
    }

    /// The key by which bans know the address: a whole IPv4 address, but only the first 64 bits of an IPv6 address,
    /// since one device can have any number of addresses below them. A link-local address stays whole, because all of
    /// them share the first 64 bits. Limits count by `groups`, and logins by `description`.
    ///
    /// Stored in bans on disk and in clusters, so its form must not change.
    package var banKey: String {
        if isIPv4 { return [24, 16, 8, 0].map { String(low >> UInt64($0) & 0xFF) }.joined(separator: ".") }
        let groups = [high, low].flatMap { word in
            [48, 32, 16, 0].map { String(word >> UInt64($0) & 0xFFFF, radix: 16) }
        }
        return isLinkLocal || isLoopback
            ? groups.joined(separator: ":") : groups.prefix(4).joined(separator: ":") + "::/64"
    }

    /// The key for bans of an address as text; text that is not an address is its own key.
    package static func banKey(of text: String) -> String { IPAddress(text)?.banKey ?? text }

    /// The key for bans, or nil for an address of this machine: a proxy, and so everybody, may be behind such an
    /// address, and no ban of one address should apply to them.
    package static func remoteBanKey(of text: String) -> String? {
        IPAddress(text)?.isLoopback == true ? nil : banKey(of: text)
    }
}
