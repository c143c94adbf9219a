/// An amount, a time or a date in a line, in a form that is comparable between languages.
struct Quantity: Sendable {
    enum Value: Sendable, Equatable {
        case number(Double)
        /// Letters and digits, or digits that are not a number.
        case code(String)
        /// Minutes since midnight.
        case time(Int)
        case date([Double], yearFirst: Bool)
        case month(Int)
        case weekday(Int)
    }

    var value: Value
    /// The unit's symbol: `mg`, `%`.
    var unit: String?
    /// A rate expressed in words: "5 mg a day" may be `mg/day` in the other line.
    var rate: String?
    /// For a number without unit, the unit at most two words further on: "the 17 last hours". For minutes, the hour
    /// before them that has no number.
    var near: String?
    /// Whether the number is written as a year: "2026ko", 2026年.
    var isYear = false
    /// The counted thing, from `Units.counted`.
    var counted: String?
    /// Whether the quantity needs no counterpart, but may serve as one: an article that is also a number, "first".
    var isWeak = false
    /// The digits as written; nil for words.
    var literal: String?
    /// Numbers that the quantity may also be read as: the groups of `2 500`, the two numbers of `1/2`.
    var parts: [Double] = []
    /// Whether the quantity may be a bare hour: "8 h", "8 o'clock".
    var isHour = false
    var range: Range<Int>

    var warning: TranslationWarning.Kind {
        switch value {
        case .number: unit == "%" || unit == "‰" ? .percentages : .numbers
        case .code: .numbers
        case .time: .times
        case .date, .month, .weekday: .dates
        }
    }
}
