import Crypto
import Foundation

/// Encrypts the chunks of one archive with ChaCha20-Poly1305 (RFC 8439). The nonce has the chunk's number and whether
/// it is the last; the header is authenticated with each chunk. So a changed, moved, repeated or missing chunk is
/// detected, and so is a cut-off archive (the construction STREAM of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
struct ChunkCipher {
    /// Bytes that encryption adds to a chunk.
    static let overhead = 16

    private let key: SymmetricKey
    private let header: Data
    private var number: UInt64 = 0

    init(_ header: ArchiveHeader, _ key: RecoveryKey) {
        self.key = key.chunkKey(salt: header.salt)
        self.header = header.encoded
    }

    /// Encrypts the next chunk.
    mutating func seal(_ text: Data, isLast: Bool) throws -> Data {
        let box = try ChaChaPoly.seal(text, using: key, nonce: nonce(isLast), authenticating: header)
        number += 1
        return box.ciphertext + box.tag
    }

    /// Decrypts the next chunk. Nil, without advancing, if it is another chunk or was changed.
    mutating func open(_ chunk: Data, isLast: Bool) -> Data? {
        guard chunk.count >= Self.overhead, let nonce = try? nonce(isLast),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: chunk.dropLast(Self.overhead), tag: chunk.suffix(Self.overhead)),
            let text = try? ChaChaPoly.open(box, using: key, authenticating: header)
        else { return nil }
        number += 1
        return text
    }

    /// Twelve bytes: three zeros, the number, big-endian, and 1 for the last chunk.
    private func nonce(_ isLast: Bool) throws -> ChaChaPoly.Nonce {
        let counted = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        return try ChaChaPoly.Nonce(data: [0, 0, 0] + counted + [isLast ? 1 : 0])
    }
}
