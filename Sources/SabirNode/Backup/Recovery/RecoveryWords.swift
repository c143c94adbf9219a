import Crypto
import Foundation
import SabirCore

/// A recovery key as 24 words, by BIP-39: 256 bits of the key and the first eight of its SHA-256, eleven a word. It is the
/// list and the checksum of BIP-39 alone; nothing is derived as wallets do.
package struct RecoveryWords: Sendable {
    package static let count = 24
    /// So many letters of a word tell it from all others.
    private static let telling = 4

    private let list: [String]
    private let places: [String: Int]

    /// - Parameter list: of 2,048 words, in their order.
    init?(list: [String]) {
        guard list.count == 2_048 else { return nil }
        self.list = list
        places = Dictionary(list.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// - Parameter folder: `share`; nil where it was not found.
    package init(shared folder: String?) throws(NodeError) {
        let file = (folder ?? "share") + "/recovery/words.txt"
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        guard folder != nil, let words = Self(list: text.split(separator: "\n").map(String.init)) else {
            throw NodeError(
                description: "The list of words for recovery sheets is not at \(file). Install Sabir's share anew.")
        }
        self = words
    }

    package func words(of key: RecoveryKey) -> [String] {
        let bytes = key.bytes + [Self.checksum(of: key.bytes)]
        return (0..<Self.count).map { word in
            let bits = (0..<11).map { word * 11 + $0 }
            return list[bits.reduce(0) { $0 << 1 | Int(bytes[$1 / 8] >> (7 - $1 % 8) & 1) }]
        }
    }

    /// The key that people typed: 24 words, of which four letters each are enough, or its code. What stands between words,
    /// numbers too, does not matter.
    package func key(of text: String) throws(NodeError) -> RecoveryKey {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let key = RecoveryKey(code: trimmed) { return key }
        let typed = Self.split(trimmed)
        guard typed.count == Self.count else {
            throw NodeError(
                description: "A recovery key has \(Self.count) words; these are \(typed.count). Type all of the sheet.")
        }
        var bytes = [UInt8](repeating: 0, count: RecoveryKey.count + 1)
        for (number, word) in typed.enumerated() {
            guard let place = place(of: word) else {
                throw NodeError(
                    description: "Word \(number + 1) is none that a recovery sheet has. Compare it with the sheet.")
            }
            for bit in 0..<11 where place >> (10 - bit) & 1 == 1 {
                let at = number * 11 + bit
                bytes[at / 8] |= 1 << (7 - at % 8)
            }
        }
        guard let key = RecoveryKey(bytes: bytes.dropLast()), Self.checksum(of: key.bytes) == bytes.last else {
            throw NodeError(
                description: "These words do not belong together: one of them is another than on the sheet, or two "
                    + "are exchanged. Compare them with the sheet.")
        }
        return key
    }

    /// Whether that is the word of the sheet, which may be cut to four letters.
    package func matches(_ typed: String, _ word: String) -> Bool {
        Self.split(typed).count == 1 && place(of: Self.split(typed)[0]) == places[word]
    }

    /// Words and nothing else, in small letters.
    package static func split(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    private func place(of word: String) -> Int? {
        if let place = places[word] { return place }
        guard word.count >= Self.telling else { return nil }
        return list.firstIndex { $0.hasPrefix(word) }
    }

    private static func checksum(of bytes: [UInt8]) -> UInt8 { Array(SHA256.hash(data: bytes))[0] }
}
