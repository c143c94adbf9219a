/// An amount, a time or a date in a line, in a form that can be compared across languages.
struct Quantity: Sendable {
    enum Value: Sendable, Equatable {
        case number(Double)
        /// Letters and digits, or digits that make no number.
        case code(String)
        /// Minutes since midnight.
        case time(Int)
        case date([Double], yearFirst: Bool)
        case month(Int)
        case weekday(Int)
    }

    var value: Value
    /// Symbol of the unit: `mg`, `%`.
    var unit: String?
    /// A rate in words: "5 mg a day" may be `mg/day` elsewhere.
    var rate: String?
    /// The unit at most two words on, of a number without: "the 17 last hours".
    var near: String?
    /// Whether it is written as a year: "2026ko", 2026年.
    var isYear = false
    /// What it counts, of `Units.counted`.
    var counted: String?
    /// What need not be on the other side, but may match what is: an article that is also a number, "first".
    var isWeak = false
    /// As written in digits; nil for words.
    var literal: String?
    /// What else it could be taken for: the groups of `2 500`, the two numbers of `1/2`.
    var parts: [Double] = []
    /// Whether a bare hour may be meant: "8 h", "8 o'clock".
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
