import Crypto
import Foundation

/// Chunks of one archive: ChaCha20-Poly1305 (RFC 8439), with the chunk's number and whether it is the last in the nonce, and
/// the header as what is authenticated besides. So a chunk that was changed, moved, doubled or left out does not open, nor
/// does the one at which an archive was cut off (the construction STREAM of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
struct ChunkCipher {
    /// What a chunk has more than its plain text, in bytes.
    static let overhead = 16

    private let key: SymmetricKey
    private let header: Data
    private var number: UInt64 = 0

    init(_ header: ArchiveHeader, _ key: RecoveryKey) {
        self.key = key.chunkKey(salt: header.salt)
        self.header = header.encoded
    }

    /// The next chunk.
    mutating func seal(_ text: Data, isLast: Bool) throws -> Data {
        let box = try ChaChaPoly.seal(text, using: key, nonce: nonce(isLast), authenticating: header)
        number += 1
        return box.ciphertext + box.tag
    }

    /// The next chunk; nil, and no step further, where it is another one or not what was sealed.
    mutating func open(_ chunk: Data, isLast: Bool) -> Data? {
        guard chunk.count >= Self.overhead, let nonce = try? nonce(isLast),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: chunk.dropLast(Self.overhead), tag: chunk.suffix(Self.overhead)),
            let text = try? ChaChaPoly.open(box, using: key, authenticating: header)
        else { return nil }
        number += 1
        return text
    }

    /// Twelve bytes: three of 0, the number, big-endian, and 1 for the last chunk.
    private func nonce(_ isLast: Bool) throws -> ChaChaPoly.Nonce {
        let counted = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        return try ChaChaPoly.Nonce(data: [0, 0, 0] + counted + [isLast ? 1 : 0])
    }
}
