import NIOCore

/// Where somebody comes from. The one place that says which addresses are this machine, which are of the local network,
/// and which are counted as one by limits and bans.
package struct IPAddress: Hashable, Sendable {
    /// Four bytes or sixteen. An IPv4 address has four whichever socket it came over (RFC 4291 §2.5.5.2).
    private let bytes: [UInt8]

    /// Nil for what is no address. The zone of an IPv6 address is passed over.
    package init?(_ text: String) {
        self.init(try? SocketAddress(ipAddress: String(text.prefix { $0 != "%" }), port: 0))
    }

    package init?(_ address: SocketAddress?) {
        let bytes: [UInt8]
        switch address {
        case .v4(let four): bytes = withUnsafeBytes(of: four.address.sin_addr) { Array($0) }
        case .v6(let six): bytes = withUnsafeBytes(of: six.address.sin6_addr) { Array($0) }
        case .unixDomainSocket, nil: return nil
        }
        let isMapped = bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11] == [0xff, 0xff]
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    private var isFourth: Bool { bytes.count == 4 }

    /// An address by which this machine reaches itself.
    package var isLoopback: Bool {
        isFourth ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    private var isLinkLocal: Bool {
        isFourth ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
    }

    /// Loopback, private (RFC 1918, RFC 4193) or link-local (RFC 3927, RFC 4291).
    package var isLocal: Bool {
        if isLoopback || isLinkLocal { return true }
        guard isFourth else { return bytes[0] & 0xfe == 0xfc }
        switch (bytes[0], bytes[1]) {
        case (10, _), (192, 168), (172, 16...31): return true
        default: return false
        }
    }

    /// What limits and bans know it by: an IPv4 address whole, of an IPv6 address the first 64 bits, since one device
    /// has as many of those as it likes. A link-local one is whole, too: everybody's begins with the same 64 bits.
    package var counted: String {
        if isFourth { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        let texts = groups.map { String($0, radix: 16) }
        return isLinkLocal || isLoopback
            ? texts.joined(separator: ":") : texts.prefix(4).joined(separator: ":") + "::/64"
    }

    /// The same of an address in writing; what is no address stands for itself.
    package static func counted(_ text: String) -> String { IPAddress(text)?.counted ?? text }
}
