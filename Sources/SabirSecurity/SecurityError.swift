import SabirWire

/// Why something about keys, pins or invites cannot be done, or why a host is not trusted: plain sentences for people.
package struct SecurityError: PlainError, Hashable, Sendable, CustomStringConvertible {
    package let sentence: Sentence

    package init(_ description: String, as name: String? = nil, _ values: [String: String] = [:]) {
        sentence = Sentence(description, as: name, values)
    }

    package var description: String { sentence.english }
}
