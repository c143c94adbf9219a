/// A sentence for a person: in English, and with the name and values by which the catalogues of the interface have it
/// in other languages (`chat.refused.NAME` in `share/interface`).
package struct Sentence: Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// Bounds of what a peer may send.
    static let longestName = 64
    static let mostValues = 8
    static let longestValue = 256

    package let english: String
    /// Nil where the catalogues have no such sentence.
    package let name: String?
    package let values: [String: String]
    /// Sentences that follow this one; also part of `english`.
    package private(set) var further: [Sentence] = []

    package init(_ english: String, as name: String? = nil, _ values: [String: String] = [:]) {
        self.english = english
        self.name = name
        self.values = values
    }

    package init(stringLiteral english: String) { self.init(english) }

    /// This sentence, followed by others that are sentences of their own in every language.
    package func followed(by others: [Sentence]) -> Sentence {
        var whole = Sentence(([self] + others).map(\.english).joined(separator: " "), as: name, values)
        whole.further = further + others
        return whole
    }

    package var description: String { english }
}

extension Sentence: Hashable {
    /// The English says everything; name and values only repeat it.
    package static func == (one: Self, other: Self) -> Bool { one.english == other.english }
    package func hash(into hasher: inout Hasher) { hasher.combine(english) }
}

/// An error that tells a person what is wrong.
package protocol PlainError: Error {
    var sentence: Sentence { get }
}

// MARK: On the wire

extension Sentence {
    /// From a peer's `reason`, and `detail` with `values`, if present. An invalid name is ignored.
    init(_ json: JSONObject) throws(WireFault) {
        let detail = try json.string("detail").flatMap { Self.isName($0) ? $0 : nil }
        var values: [String: String] = [:]
        if detail != nil {
            for (key, text) in try json.object("values")?.texts() ?? [] where Self.isName(key) {
                guard values.count < Self.mostValues else { break }
                values[key] = String(WireText.cleanName(text).unicodeScalars.prefix(Self.longestValue))
            }
        }
        self.init(WireText.cleanName(try json.string("reason") ?? ""), as: detail, values)
    }

    private static func isName(_ text: String) -> Bool { WireText.isKey(text, atMost: longestName) }
}

extension JSONWriter {
    mutating func sentence(_ sentence: Sentence) {
        field("reason", sentence.english)
        guard let name = sentence.name else { return }
        field("detail", name)
        guard !sentence.values.isEmpty else { return }
        let values = sentence.values.sorted { $0.key < $1.key }.prefix(Sentence.mostValues)
        field("values") { writer in
            for (key, text) in values {
                writer.field(named: key, String(text.unicodeScalars.prefix(Sentence.longestValue)))
            }
        }
    }
}
