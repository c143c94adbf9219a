/// A room's announcement: a DNS-SD instance of `_sabir._tcp`.
package struct Advertisement: Hashable, Sendable {
    /// Longest instance name in bytes of UTF-8 (RFC 6763 §4.1.1).
    static let maximumNameBytes = 63

    /// The instance name; on a collision another one is announced (``Advertiser/Event/renamed``).
    package internal(set) var name: String
    /// The TCP port of the node.
    package var port: UInt16
    package var record: RoomRecord
    /// Names of the interfaces to announce on; empty for those of the ``Advertiser``.
    package var interfaces: [String]

    /// Cuts a name over 63 bytes at the last scalar that fits.
    package init(name: String, port: UInt16, record: RoomRecord, interfaces: [String] = []) {
        self.interfaces = interfaces
        self.name = Self.fitting(name)
        self.port = port
        self.record = record
    }

    static func fitting(_ name: String) -> String {
        var kept = String.UnicodeScalarView()
        var bytes = 0
        for scalar in name.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= maximumNameBytes else { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
