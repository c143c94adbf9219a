import Crypto
import Foundation
import SabirCore

/// The secret that opens a node's backups: 256 random bits, made once when backups are set up. It lies in the state folder,
/// so that the timer can encrypt, and on paper; it is part of no archive.
package struct RecoveryKey: Sendable, Hashable {
    static let count = 32
    private static let prefix = "sabir-recovery:"

    let bytes: [UInt8]

    /// A new one.
    package init() { bytes = (0..<Self.count).map { _ in .random(in: .min ... .max) } }

    /// Nil where it is not 32 bytes.
    package init?(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Self.count else { return nil }
    }

    /// What `code` gave; nil for all else.
    package init?(code: String) {
        guard code.hasPrefix(Self.prefix), let bytes = Base64URL.bytes(of: String(code.dropFirst(Self.prefix.count)))
        else { return nil }
        self.init(bytes: bytes)
    }

    /// All of it in one word, for a QR code and for files: `sabir-recovery:` and 43 characters of Base64URL.
    package var code: String { Self.prefix + Base64URL.text(of: bytes) }

    /// What tells one sheet from another and says nothing of the key: eight bytes that also stand in each archive.
    var mark: [UInt8] { Array(derive("sabir-backup-1 sheet", salt: [], bytes: 8)) }

    /// The mark as people compare it: `3f2a-91c0`.
    package var sheet: String { Self.sheet(of: mark) }

    static func sheet(of mark: [UInt8]) -> String {
        let digits = mark.prefix(4).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return digits[0] + digits[1] + "-" + digits[2] + digits[3]
    }

    /// Of one archive alone, by its salt, so that nonces may be counted from 0 in each.
    func chunkKey(salt: [UInt8]) -> SymmetricKey {
        SymmetricKey(data: derive("sabir-backup-1 chunks", salt: salt, bytes: 32))
    }

    /// HKDF with SHA-256 (RFC 5869).
    private func derive(_ purpose: String, salt: [UInt8], bytes count: Int) -> Data {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes), salt: salt, info: Data(purpose.utf8), outputByteCount: count
        ).withUnsafeBytes { Data($0) }
    }
}

extension RecoveryKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "the key of sheet \(sheet)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension RecoveryKey {
    private static func file(in folder: String) -> PrivateFile { PrivateFile(path: folder + "/backup.key") }

    /// The one kept in this state folder; nil where there is none.
    package static func kept(in folder: String) throws(NodeError) -> RecoveryKey? {
        let file = file(in: folder)
        guard let text = try file.text(atMost: 256) else { return nil }
        guard let key = RecoveryKey(code: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw NodeError(
                description: "\(file.path) is no recovery key. Move it away, and set backups up anew: "
                    + "sabir backup set-up")
        }
        return key
    }

    package func keep(in folder: String) throws(NodeError) { try Self.file(in: folder).write(code + "\n") }
}
