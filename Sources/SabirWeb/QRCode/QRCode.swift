import CQRCode

/// A QR code (ISO/IEC 18004) of a short text, by libqrencode, with error correction of level M: 15 % of the code may be
/// dirty or covered.
package struct QRCode: Sendable, Hashable {
    /// The light border that readers need, in modules on each side (ISO/IEC 18004, 6.3.8).
    static let quietZone = 4
    /// The longest text in bytes of UTF-8: more would be too fine to scan. A room's address has about 60.
    package static let maximumBytes = 512

    /// The number of modules on a side, without the quiet zone.
    package let width: Int
    private let dark: [Bool]

    /// Nil if the text is empty, longer than ``maximumBytes``, or contains a zero byte.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.maximumBytes, !text.utf8.contains(0),
            let symbol = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(symbol) }
        width = Int(symbol.pointee.width)
        // `data` has width × width bytes (qrencode.h); the lowest bit of each is set where the module is dark.
        dark = UnsafeBufferPointer(start: symbol.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; modules outside the code belong to the light quiet zone.
    func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return dark[row * width + column]
    }

    /// The rows, and columns, of the code with its quiet zone; 0 is the first of the code itself.
    var framed: Range<Int> { -Self.quietZone..<width + Self.quietZone }
}
