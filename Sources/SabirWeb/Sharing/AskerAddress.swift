import NIOCore

/// Where a request came from.
struct AskerAddress: Hashable, Sendable {
    /// What tells askers apart: an IPv4 address, or the first 64 bits of an IPv6 address, as one device has many.
    let name: String
    /// Loopback, private (RFC 1918, RFC 4193) or link-local (RFC 3927, RFC 4291).
    let isLocal: Bool

    init(_ address: SocketAddress?) {
        let bytes = Self.bytes(address)
        // ::ffff:a.b.c.d, which a socket for both sees where a client comes by IPv4.
        let mapped = bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11] == [0xff, 0xff]
        self.init(mapped ? Array(bytes.suffix(4)) : bytes)
    }

    private init(_ bytes: [UInt8]) {
        name = bytes.prefix(8).map(String.init).joined(separator: ".")
        isLocal = bytes.count == 4 ? Self.isLocalFourth(bytes) : bytes.count == 16 && Self.isLocalSixth(bytes)
    }

    private static func bytes(_ address: SocketAddress?) -> [UInt8] {
        switch address {
        case .v4(let four): withUnsafeBytes(of: four.address.sin_addr) { Array($0) }
        case .v6(let six): withUnsafeBytes(of: six.address.sin6_addr) { Array($0) }
        case .unixDomainSocket, nil: []
        }
    }

    private static func isLocalFourth(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }

    private static func isLocalSixth(_ bytes: [UInt8]) -> Bool {
        let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        return isLoopback || bytes[0] & 0xfe == 0xfc || (bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80)
    }
}
