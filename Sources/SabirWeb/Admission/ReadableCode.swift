import Crypto
import Foundation

/// A code that people read off a screen and type: eight letters of Crockford's base 32, in which none is taken for
/// another, as `K7QM-3XRD`. It has 40 bits, and is only as good as the limit on tries beside it.
struct ReadableCode: Hashable, Sendable, CustomStringConvertible {
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    let description: String

    /// Another one each time.
    init() {
        let drawn = (0..<8).map { _ in Self.letters[Int.random(in: Self.letters.indices)] }
        description = String(drawn[..<4]) + "-" + String(drawn[4...])
    }

    /// In whatever letters and with whatever between them. In a time that says nothing of how much of it is right.
    func isMeant(by given: String) -> Bool {
        let digests = zip(Self.digest(given), Self.digest(description))
        return digests.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func digest(_ code: String) -> SHA256.Digest { SHA256.hash(data: Data(read(code).utf8)) }

    /// O, I and L are what they look like.
    private static func read(_ code: String) -> String {
        let alike: [Character: Character] = ["O": "0", "I": "1", "L": "1"]
        return String(code.prefix(64).uppercased().map { alike[$0] ?? $0 }.filter(letters.contains))
    }
}
