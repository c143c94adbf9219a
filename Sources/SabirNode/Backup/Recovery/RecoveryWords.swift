import Crypto
import Foundation
import SabirCore

/// A recovery key as 24 words by BIP-39: the key's 256 bits and the first eight of its SHA-256, eleven bits a word.
/// Uses only BIP-39's word list and checksum; no wallet keys are derived.
package struct RecoveryWords: Sendable {
    package static let count = 24
    /// Letters that distinguish a word from all others.
    private static let telling = 4

    private let list: [String]
    private let places: [String: Int]

    /// - Parameter list: 2,048 words in order.
    init?(list: [String]) {
        guard list.count == 2_048 else { return nil }
        self.list = list
        places = Dictionary(list.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// - Parameter folder: `share`; nil if it was not found.
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

    /// Reads the key that a person typed: 24 words, of which four letters each suffice, or the code. Numbers and other
    /// characters between words are ignored.
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

    /// Whether what was typed, perhaps only four letters, is this word of the sheet.
    package func matches(_ typed: String, _ word: String) -> Bool {
        Self.split(typed).count == 1 && place(of: Self.split(typed)[0]) == places[word]
    }

    /// Splits a text into lower-case words without anything else.
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
