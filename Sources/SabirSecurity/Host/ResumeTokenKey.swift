import Crypto
import Foundation
import Logging
import SabirCore
import SabirRoom

/// The key with which this node makes and recognises the tokens that returning members show (`resume.key`, mode 0600,
/// in the state folder). Whoever has it can see everything that the node's rooms keep.
package struct ResumeTokenKey: ResumeTokens {
    private static let bytes = 32

    private let key: SymmetricKey
    /// Identifies this start of the node in its tokens.
    private let start: String

    init(_ key: [UInt8], start: String = Self.newStart()) {
        self.key = SymmetricKey(data: key)
        self.start = start
    }

    /// The key in this folder, made if there is none; without a folder, or with one that cannot be written, a key for
    /// this run: members without a device then begin anew after it.
    package static func kept(in folder: String?, logger: Logger) throws(NodeError) -> ResumeTokenKey {
        guard let folder else { return ResumeTokenKey(random()) }
        let path = folder + "/resume.key"
        if let text = try PrivateFile(path: path).text(atMost: 256) {
            let written = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let key = Data(base64Encoded: written), key.count == bytes else {
                throw NodeError(
                    description: "\(path) is no key of resume tokens. Move it away, and a new one is made; people who "
                        + "are known by such a token alone then begin as newcomers.")
            }
            return ResumeTokenKey(Array(key))
        }
        let key = random()
        logger.attempt(orLog: .warning, "a restart will forget what members without a device may see") {
            try PrivateFile(path: path).write(Data(key).base64EncodedString() + "\n")
        }
        return ResumeTokenKey(key)
    }

    private static func random() -> [UInt8] { (0..<bytes).map { _ in .random(in: .min ... .max) } }

    private static func newStart() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// The first number, the start, and the code over both, the room, the epoch and the device, separated by full
    /// stops.
    package func token(room: String, epoch: String, first: Int, device: String? = nil) -> String? {
        let code = HMAC<SHA256>.authenticationCode(
            for: Self.signed(room, epoch, start, "\(first)", device), using: key)
        return "\(first).\(start).\(Data(code).base64EncodedString())"
    }

    package func read(_ token: String, room: String, epoch: String, device: String? = nil) -> ResumeClaim? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let first = Int(parts[0]), first >= 1, let code = Data(base64Encoded: parts[2]),
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Self.signed(room, epoch, parts[1], parts[0], device), using: key)
        else { return nil }
        return ResumeClaim(first: first, isFromBefore: parts[1] != start)
    }

    /// Five lines, or six with the device; none has a line feed in it where the code is valid. The first line tells the
    /// two forms apart: a member writes the epoch that is read here, and may put line feeds into it.
    private static func signed(
        _ room: String, _ epoch: String, _ start: String, _ first: String, _ device: String?
    ) -> Data {
        let lines = ["sabir-resume\(device == nil ? "" : "-device")-1", room.lowercased(), epoch, start, first]
        return Data((lines + [device].compactMap(\.self)).map { $0 + "\n" }.joined().utf8)
    }
}
