import CQRCode

/// A QR code (ISO/IEC 18004) of a short text, by libqrencode, with the error correction of level M: 15 % of it may be
/// dirty or covered.
package struct QRCode: Sendable, Hashable {
    /// The light border that readers need, in modules on each side (ISO/IEC 18004, 6.3.8).
    static let quietZone = 4
    /// Longest text, in bytes of UTF-8; an address of a room has about 60. More would be too fine to scan.
    package static let maximumBytes = 512

    /// Modules on a side, without the quiet zone.
    package let width: Int
    private let dark: [Bool]

    /// Nil where the text is empty, longer than ``maximumBytes``, or has a zero byte in it.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.maximumBytes, !text.utf8.contains(0),
            let symbol = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(symbol) }
        width = Int(symbol.pointee.width)
        // `data` has width × width bytes (qrencode.h); the lowest bit of each is set where the module is dark.
        dark = UnsafeBufferPointer(start: symbol.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// Whether this module is dark; everything outside is the light quiet zone.
    func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return dark[row * width + column]
    }

    /// Rows and columns with the quiet zone around, 0 being the first of the code itself.
    var framed: Range<Int> { -Self.quietZone..<width + Self.quietZone }
}
