import Crypto
import Foundation
import SabirCore

/// The secret that decrypts a node's backups: 256 random bits, made once when backups are set up. It is in the state
/// folder, so that the timer can encrypt, and on paper; no archive contains it.
package struct RecoveryKey: Sendable, Hashable {
    static let count = 32
    private static let prefix = "sabir-recovery:"

    let bytes: [UInt8]

    /// Makes a new key.
    package init() { bytes = (0..<Self.count).map { _ in .random(in: .min ... .max) } }

    /// Nil unless there are 32 bytes.
    package init?(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Self.count else { return nil }
    }

    /// Reads the result of `code`; nil for anything else.
    package init?(code: String) {
        guard code.hasPrefix(Self.prefix), let bytes = Base64URL.bytes(of: String(code.dropFirst(Self.prefix.count)))
        else { return nil }
        self.init(bytes: bytes)
    }

    /// The whole key as one word, for a QR code and for files: `sabir-recovery:` and 43 characters of Base64URL.
    package var code: String { Self.prefix + Base64URL.text(of: bytes) }

    /// Eight bytes that identify the sheet without revealing the key; each archive contains them.
    var mark: [UInt8] { Array(derive("sabir-backup-1 sheet", salt: [], bytes: 8)) }

    /// The mark in a form that people can compare: `3f2a-91c0`.
    package var sheet: String { Self.sheet(of: mark) }

    static func sheet(of mark: [UInt8]) -> String {
        Digest.hexadecimal(mark.prefix(2)) + "-" + Digest.hexadecimal(mark[2..<4])
    }

    /// The key of one archive, made with its salt, so that every archive can count its nonces from 0.
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

    /// Reads the key in this state folder; nil if there is none.
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
