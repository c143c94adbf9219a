import Crypto
import Foundation

/// A code that people read off a screen and type, such as `K7QM-3XRD`: eight letters of Crockford's base 32, which has
/// no letters that look alike. The code has 40 bits, so that tries must be limited.
struct ReadableCode: Hashable, Sendable, CustomStringConvertible {
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    let description: String

    /// Makes a new random code.
    init() {
        let drawn = (0..<8).map { _ in Self.letters[Int.random(in: Self.letters.indices)] }
        description = String(drawn[..<4]) + "-" + String(drawn[4...])
    }

    /// Whether the typed text is this code, ignoring case and separators. Takes the same time however much of the code
    /// is right, as `SHA256.Digest` compares in constant time.
    func isMeant(by given: String) -> Bool { Self.digest(given) == Self.digest(description) }

    private static func digest(_ code: String) -> SHA256.Digest { SHA256.hash(data: Data(read(code).utf8)) }

    /// Keeps the code's letters; O is read as 0, I and L as 1.
    private static func read(_ code: String) -> String {
        let alike: [Character: Character] = ["O": "0", "I": "1", "L": "1"]
        return String(code.prefix(64).uppercased().map { alike[$0] ?? $0 }.filter(letters.contains))
    }
}

extension WebRefusal {
    static func wrongCode(_ text: String) -> WebRefusal {
        WebRefusal(status: .forbidden, code: "code-wrong", text: text)
    }
}
