/// After how long without anybody a screen for many forgets; nil is never.
package struct ForgetTime: Sendable, Equatable {
    package var seconds: Int?
}

extension ValueRule where Value == ForgetTime {
    static var forgetTime: ValueRule {
        let rule = ValueRule<Duration>.duration(from: "30s", to: "12h")
        return ValueRule(allowed: "\(rule.allowed), or \"never\"", words: ["never"]) { value in
            if value == .text("never") { return ForgetTime(seconds: nil) }
            return rule.read(value).map { ForgetTime(seconds: Int($0.components.seconds)) }
        }
    }
}
