import Crypto
import Foundation
import SabirCore

/// Makes and checks a cookie by which a device proves that it gave the right PIN before, so that others' wrong PINs do
/// not lock it out (``PinGuard``). The cookie grants no access.
///
/// A mark is a random id and its end, signed with a key derived from the node's secret and the PIN. So nothing is
/// stored, marks survive restarts, and a new PIN invalidates them. Each person's PIN has its own key; the cookie of a
/// shared desk has a mark for each person.
struct KnownDevices: Sendable {
    static let lifetime = 90 * 86_400
    private static let idBytes = 16
    private static let endBytes = 8
    /// How many marks a cookie has at most, newest first.
    static let most = 8
    private static let separator: Character = "."
    /// The length of a mark: id, end and signature in base64url.
    private static let length = ((idBytes + endBytes + SHA256.byteCount) * 4 + 2) / 3

    private let key: SymmetricKey

    /// - Parameters:
    ///   - secret: The node's secret.
    ///   - pin: The shared PIN.
    init(secret: [UInt8], pin: String) { self.init(secret, pin, "sabir staff device") }

    /// - Parameter stamp: The stamp of a person's PIN.
    init(secret: [UInt8], stamp: String) { self.init(secret, stamp, "sabir device of a person of staff") }

    private init(_ secret: [UInt8], _ salt: String, _ use: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), salt: Data(SHA256.hash(data: Data(salt.utf8))),
            info: Data(use.utf8), outputByteCount: 32)
    }

    /// The device's new cookie in place of the old one. Keeps the device's id for this PIN, and its marks for other
    /// PINs.
    ///
    /// - Parameter seconds: The time in seconds since 1970.
    func renewed(_ text: String?, at seconds: Int) -> String {
        let others = Self.marks(in: text).filter { id(ofMark: $0, at: seconds) == nil }
        let before = id(of: text, at: seconds).flatMap { Base64URL.bytes(of: $0) }
        let own = before ?? (0..<Self.idBytes).map { _ in UInt8.random(in: .min ... .max) }
        return ([make(own, at: seconds)] + others.prefix(Self.most - 1)).joined(separator: String(Self.separator))
    }

    private func make(_ id: [UInt8], at seconds: Int) -> String {
        let end = withUnsafeBytes(of: UInt64(seconds + Self.lifetime).bigEndian) { Array($0) }
        let body = Data(id + end)
        return Base64URL.text(of: body + Data(HMAC<SHA256>.authenticationCode(for: body, using: key)))
    }

    /// The device's id; nil unless the cookie has a valid, recent mark for this PIN.
    func id(of text: String?, at seconds: Int) -> String? {
        Self.marks(in: text).lazy.compactMap { id(ofMark: $0, at: seconds) }.first
    }

    /// The cookie's parts that have the form of a mark; only their keys tell whose they are.
    private static func marks(in text: String?) -> [String] {
        guard let text, text.utf8.count <= most * (length + 1) else { return [] }
        return text.split(separator: separator).map(String.init).filter {
            $0.utf8.count == length && Base64URL.isText($0)
        }
    }

    private func id(ofMark mark: String, at seconds: Int) -> String? {
        guard let data = Base64URL.bytes(of: mark), data.count == Self.idBytes + Self.endBytes + SHA256.byteCount else {
            return nil
        }
        let body = data.prefix(Self.idBytes + Self.endBytes)
        let code = data.suffix(SHA256.byteCount)
        guard HMAC<SHA256>.isValidAuthenticationCode(Data(code), authenticating: Data(body), using: key) else {
            return nil
        }
        let end = body.suffix(Self.endBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return end > UInt64(max(0, seconds)) ? Base64URL.text(of: body.prefix(Self.idBytes)) : nil
    }
}
