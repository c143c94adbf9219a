import Crypto
import Foundation
import SabirCore

/// By what a device shows that it gave the right PIN before, so that others' guesses do not keep it out
/// (``PinGuard``). It opens nothing.
///
/// A random id and its end, signed with a key that outlasts restarts and goes with the PIN: nothing is kept here, and
/// after another PIN nobody is known.
struct KnownDevices: Sendable {
    static let lifetime = 90 * 86_400
    private static let idBytes = 16
    private static let endBytes = 8

    private let key: SymmetricKey

    /// - Parameter secret: the node's; nil where it has none to keep, then for this run.
    init(secret: [UInt8]?, pin: String) {
        let material = secret.map { SymmetricKey(data: $0) } ?? SymmetricKey(size: .bits256)
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, salt: Data(SHA256.hash(data: Data(pin.utf8))),
            info: Data("sabir staff device".utf8), outputByteCount: 32)
    }

    /// - Parameter seconds: since 1970.
    func make(at seconds: Int) -> String {
        let id = (0..<Self.idBytes).map { _ in UInt8.random(in: .min ... .max) }
        let end = withUnsafeBytes(of: UInt64(seconds + Self.lifetime).bigEndian) { Array($0) }
        let body = Data(id + end)
        return Base64URL.text(of: body + Data(HMAC<SHA256>.authenticationCode(for: body, using: key)))
    }

    /// The id in it; nil unless it was made here for this PIN, and lately.
    func id(of text: String?, at seconds: Int) -> String? {
        guard let text, text.utf8.count < 100, let data = Base64URL.bytes(of: text),
            data.count == Self.idBytes + Self.endBytes + SHA256.byteCount
        else { return nil }
        let body = data.prefix(Self.idBytes + Self.endBytes)
        let code = data.suffix(SHA256.byteCount)
        guard HMAC<SHA256>.isValidAuthenticationCode(Data(code), authenticating: Data(body), using: key) else {
            return nil
        }
        let end = body.suffix(Self.endBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return end > UInt64(max(0, seconds)) ? Base64URL.text(of: body.prefix(Self.idBytes)) : nil
    }
}
