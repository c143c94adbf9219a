/// A sentence that remembers which parts this program wrote and which came from elsewhere: a configuration, the state
/// folder, the machine or the network. Without the latter, the sentence can be shown to strangers.
///
/// An interpolated value counts as foreign unless it is a whole number, another `RedactableText`, or marked `ours`:
/// forgetting the mark hides too much, never too little.
package struct RedactableText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    fileprivate enum Part: Hashable, Sendable {
        case ours(String)
        case elsewhere(String)
    }

    private var parts: [Part]

    package init(stringLiteral value: String) { parts = [.ours(value)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The whole sentence.
    package var description: String {
        parts.map { part in
            switch part {
            case .ours(let text), .elsewhere(let text): text
            }
        }.joined()
    }

    /// The sentence with a number in brackets for each foreign value.
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

        /// - Parameter ours: a word of this program or the operating system, the same on every machine.
        package mutating func appendInterpolation(ours: String) { parts.append(.ours(ours)) }
    }
}

/// The values that a report leaves out. Each has a number, so that equal values can be recognized.
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
