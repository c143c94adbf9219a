import NIOCore

/// Where somebody comes from. The one place that says which addresses are this machine, which are of the local network,
/// and which are counted as one by limits and bans.
package struct IPAddress: Hashable, Sendable {
    /// 128 bits in network order. An IPv4 address is `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2) whichever socket it came over,
    /// so that one written either way is the same.
    private let high, low: UInt64

    /// Nil for what is no address, and for names: nobody is asked. An IPv6 address may carry a zone (RFC 4007 §11), which
    /// is passed over; an IPv4 address may not.
    package init?(_ text: String) {
        let bare = text.prefix { $0 != "%" }
        let hasZone = bare.endIndex < text.endIndex
        // C sees a text up to its first zero only.
        guard !text.utf8.contains(0), !hasZone || bare.contains(":") && !text.hasSuffix("%") else { return nil }
        self.init(try? SocketAddress(ipAddress: String(bare), port: 0))
    }

    /// Nil for a Unix socket, and for a connection that is gone.
    package init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let four): self.init(bytes: withUnsafeBytes(of: four.address.sin_addr) { Array($0) })
        case .v6(let six): self.init(bytes: withUnsafeBytes(of: six.address.sin6_addr) { Array($0) })
        case .unixDomainSocket, nil: return nil
        }
    }

    /// Four bytes or sixteen, in network order; nil for any other number of them.
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
    /// Also one that came, or was written, as a mapped one.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// By which this machine reaches itself: 127.0.0.0/8, `::1`.
    package var isLoopback: Bool { isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// 169.254.0.0/16 (RFC 3927), fe80::/10 (RFC 4291 §2.5.6).
    package var isLinkLocal: Bool { isIPv4 ? low >> 16 & 0xFFFF == 0xA9FE : high >> 54 == 0xFE80 >> 6 }

    /// 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918), fc00::/7 (RFC 4193).
    package var isPrivate: Bool {
        guard isIPv4 else { return high >> 57 == 0xFC >> 1 }
        return low >> 24 & 0xFF == 10 || low >> 20 & 0xFFF == 0xAC1 || low >> 16 & 0xFFFF == 0xC0A8
    }

    /// Loopback, private or link-local: what does not leave the local network.
    package var isLocal: Bool { isLoopback || isLinkLocal || isPrivate }

    /// Whether both are in one network, of which `mask` says how many bits it has.
    package func isSame(as other: IPAddress, under mask: IPAddress) -> Bool {
        isIPv4 == other.isIPv4 && (high ^ other.high) & mask.high == 0 && (low ^ other.low) & mask.low == 0
    }

    /// `0.0.0.0`, `::`: no address of anybody, but all of this machine's where one listens on it.
    package var isUnspecified: Bool { isIPv4 ? low == Self.mapped : high | low == 0 }
}

extension IPAddress: CustomStringConvertible {
    /// As inet_ntop(3) writes it, without a zone; a mapped address as IPv4.
    package var description: String {
        if isIPv4 { return counted }
        var bytes = ByteBuffer(integer: high)
        bytes.writeInteger(low)
        return (try? SocketAddress(packedIPAddress: bytes, port: 0))?.ipAddress ?? counted
    }

    /// What bans know it by: an IPv4 address whole, of an IPv6 address the first 64 bits, since one device
    /// has as many of those as it likes. A link-local one is whole, too: everybody's begins with the same 64 bits.
    /// Limits count by `groups`; logins are for `description`.
    ///
    /// Stands in bans on the disk and in clusters: its form must not change. It is not that of `description`.
    package var counted: String {
        if isIPv4 { return [24, 16, 8, 0].map { String(low >> UInt64($0) & 0xFF) }.joined(separator: ".") }
        let groups = [high, low].flatMap { word in
            [48, 32, 16, 0].map { String(word >> UInt64($0) & 0xFFFF, radix: 16) }
        }
        return isLinkLocal || isLoopback
            ? groups.joined(separator: ":") : groups.prefix(4).joined(separator: ":") + "::/64"
    }

    /// The same of an address in writing; what is no address stands for itself.
    package static func counted(_ text: String) -> String { IPAddress(text)?.counted ?? text }

    /// The same, and nil for an address of this machine: behind it may be a proxy, and so everybody, whom no ban of one
    /// address should meet.
    package static func limited(_ text: String) -> String? {
        IPAddress(text)?.isLoopback == true ? nil : counted(text)
    }
}
