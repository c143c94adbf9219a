/// An entry of systemd's journal in its native protocol (https://systemd.io/JOURNAL_NATIVE_PROTOCOL/): one datagram of
/// fields. A value of several lines is preceded by its length in 64 bits, little-endian.
struct JournalRecord: Hashable, Sendable {
    private(set) var bytes: [UInt8] = []

    /// - Parameter fields: names in capital letters, digits and `_`, not beginning with `_`; a field of nil is left
    ///   out.
    init(_ fields: KeyValuePairs<String, String?>) {
        for case (let name, let value?) in fields {
            bytes += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += value.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
