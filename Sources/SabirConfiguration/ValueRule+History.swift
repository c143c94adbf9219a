/// How long something is kept.
package enum KeepTime: Sendable, Equatable {
    case forever
    case seconds(Int)

    /// Nil if kept for ever.
    package var seconds: Int? { if case .seconds(let seconds) = self { seconds } else { nil } }
}

extension ValueRule where Value == KeepTime {
    /// - Parameter endless: the word for ever.
    static func keepTime(from low: String, to high: String, orElse endless: String) -> ValueRule {
        let rule = ValueRule<Duration>.duration(from: low, to: high)
        return ValueRule(allowed: "\(rule.allowed), or \"\(endless)\"", words: [endless]) { value in
            if value == .text(endless) { return .forever }
            return rule.read(value).map { .seconds(Int($0.components.seconds)) }
        }
    }
}

/// How many earlier lines newcomers see.
package enum NewcomerView: Sendable, Equatable {
    case nothing
    case lines(Int)
    case all

    /// The most lines shown.
    package var lines: Int {
        switch self {
        case .nothing: 0
        case .lines(let count): count
        case .all: .max
        }
    }
}

extension ValueRule where Value == NewcomerView {
    static var newcomerView: ValueRule {
        let count = ValueRule<Int>.whole(1...1_000_000)
        return ValueRule(allowed: "\"nothing\", \"all\", or \(count.allowed)", words: ["nothing", "all"]) { value in
            switch value {
            case .text("nothing"), .whole(0): .nothing
            case .text("all"): .all
            default: count.read(value).map(NewcomerView.lines)
            }
        }
    }
}

/// How long an author may correct or retract a message.
package struct TakeBackTime: Sendable, Equatable {
    package static let never = TakeBackTime(seconds: 0)
    package static let usual = TakeBackTime(seconds: 15 * 60)

    package let seconds: Int
}

extension ValueRule where Value == TakeBackTime {
    static var takeBackTime: ValueRule {
        // Rooms remember the ids of lines for at least a day.
        let rule = ValueRule<Duration>.duration(from: "1m", to: "1d")
        return ValueRule(allowed: "\(rule.allowed), or \"off\"", words: ["off"]) { value in
            switch value {
            case .text("off"), .text("0"), .whole(0): .never
            default: rule.read(value).map { TakeBackTime(seconds: Int($0.components.seconds)) }
            }
        }
    }
}
