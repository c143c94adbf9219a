/// A sentence that knows which of it this program wrote and which came from elsewhere: from a configuration, the state
/// folder, the machine or the network. Without what came from elsewhere it can be shown to strangers.
///
/// What is put into it counts as from elsewhere, unless it is a whole number, such a text, or is said to be `ours`:
/// forgetting to think of it takes too much away, and never too little.
package struct RedactableText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    fileprivate enum Part: Hashable, Sendable {
        case ours(String)
        case elsewhere(String)
    }

    private var parts: [Part]

    package init(stringLiteral value: String) { parts = [.ours(value)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// All of it.
    package var description: String {
        parts.map { part in
            switch part {
            case .ours(let text), .elsewhere(let text): text
            }
        }.joined()
    }

    /// A number in brackets stands for each value from elsewhere.
    package func redacted(_ values: inout RedactedValues) -> String {
        parts.map { part in
            switch part {
            case .ours(let text): text
            case .elsewhere(let text): values.placeholder(for: text)
            }
        }.joined()
    }

    package static func + (first: Self, second: Self) -> Self {
        var sum = first
        sum.parts += second.parts
        return sum
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append(.ours(literal)) }

        package mutating func appendInterpolation<Value>(_ value: Value) {
            parts.append(.elsewhere(String(describing: value)))
        }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { parts.append(.ours("\(number)")) }

        package mutating func appendInterpolation(_ text: RedactableText) { parts += text.parts }

        /// - Parameter ours: a word of this program or of its operating system, whatever this machine is called and used for.
        package mutating func appendInterpolation(ours: String) { parts.append(.ours(ours)) }
    }
}

/// The values that a report leaves out: each has its number, so that one can see where two are the same.
package struct RedactedValues: Hashable, Sendable {
    private var numbers: [String: Int] = [:]

    package init() {}

    package mutating func placeholder(for value: String) -> String {
        guard !value.isEmpty else { return "" }
        let number = numbers[value] ?? numbers.count + 1
        numbers[value] = number
        return "[\(number)]"
    }
}
