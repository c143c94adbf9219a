import Foundation
import SabirProtocol

/// A room's password, as typed. Printing it does not show it.
package struct Password: Sendable, Hashable {
    /// Shorter passwords are guessed too quickly by somebody who steals the verifier.
    package static let shortest = 8
    static let longest = 1_024

    /// UTF-8 after RFC 8265 §4.2.2 (OpaqueString): every kind of space is U+0020, and NFC.
    let bytes: [UInt8]
    let count: Int

    /// Throws a sentence where the text is empty, too long, or has control characters.
    package init(_ text: String) throws(SecurityError) {
        let spaced = text.unicodeScalars.map { $0.properties.generalCategory == .spaceSeparator ? " " : $0 }
        let prepared = String(String.UnicodeScalarView(spaced)).precomposedStringWithCanonicalMapping
        guard !prepared.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw SecurityError(
                "A password holds no control characters, such as a tab or the end of a line.", as: "password-form",
                ["n": String(Self.longest)])
        }
        bytes = Array(prepared.utf8)
        count = prepared.unicodeScalars.count
        guard (1...Self.longest).contains(bytes.count) else {
            throw SecurityError(
                "A password has 1 to \(Self.longest) bytes.", as: "password-form", ["n": String(Self.longest)])
        }
    }

    /// This password as a new one: throws a sentence where it is too short.
    package func checkedForNew() throws(SecurityError) -> Password {
        guard count >= Self.shortest else {
            throw SecurityError(
                "The password is too short: take at least \(Self.shortest) characters, better four words or more.")
        }
        return self
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a password" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension PasswordCost {
    /// 32 MiB, about a tenth of a second on today's computers.
    package static let usual = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 1)

    /// Bounds of what a guest computes for a host: less would make guessing cheap, more would wear the guest out.
    package var isReasonable: Bool {
        (1 << 14...1 << 17).contains(rounds) && rounds.nonzeroBitCount == 1 && blockSize == 8
            && (1...4).contains(parallelism)
    }
}
