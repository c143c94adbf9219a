extension ValueRule where Value == Int? {
    /// For how many seconds something is kept; nil for ever.
    ///
    /// - Parameter endless: the word for ever.
    static func keepTime(from low: String, to high: String, orElse endless: String) -> ValueRule {
        let rule = ValueRule<Duration>.duration(from: low, to: high)
        return ValueRule(allowed: "\(rule.allowed), or \"\(endless)\"", words: [endless]) { value in
            if value == .text(endless) { return .some(nil) }
            return rule.read(value).map { .some(Int($0.components.seconds)) }
        }
    }
}

extension ValueRule where Value == Int {
    /// How many earlier lines newcomers see.
    static var newcomerLines: ValueRule {
        let count = ValueRule<Int>.whole(1...1_000_000)
        return ValueRule(allowed: "\"nothing\", \"all\", or \(count.allowed)", words: ["nothing", "all"]) { value in
            switch value {
            case .text("nothing"), .whole(0): 0
            case .text("all"): .max
            default: count.read(value)
            }
        }
    }

    /// How many seconds an author may correct or retract a message.
    static var takeBackSeconds: ValueRule {
        // Rooms remember the ids of lines for at least a day.
        let rule = ValueRule<Duration>.duration(from: "1m", to: "1d")
        return ValueRule(allowed: "\(rule.allowed), or \"off\"", words: ["off"]) { value in
            switch value {
            case .text("off"), .text("0"), .whole(0): 0
            default: rule.read(value).map { Int($0.components.seconds) }
            }
        }
    }
}
