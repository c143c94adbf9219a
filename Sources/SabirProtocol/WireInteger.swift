/// Whole numbers on the wire. Every reader of JSON holds them exactly (RFC 7493 §2.2), and what is computed from two of
/// them fits an `Int`.
package enum WireInteger {
    package static let largest = 1 << 53 - 1

    /// The number of this text where it counts something: 0 or more.
    package static func count(_ text: some StringProtocol) -> Int? {
        Int(text).flatMap { (0...largest).contains($0) ? $0 : nil }
    }
}
