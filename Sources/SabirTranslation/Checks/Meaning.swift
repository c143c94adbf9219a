/// Everything a phrase may mean in a language's data; its context decides what it does mean.
struct Meaning: Sendable {
    /// How certainly a word has a meaning.
    enum Strength: Sendable { case firm, weak }
    /// How a negating word counts; `CueCount` explains each case.
    enum Negation: Sendable { case hard, concord, particle, light, soft, last }
    enum Exception: Sendable { case only, except }
    /// Whether "until" stands before or after what it limits.
    enum Limit: Sendable { case opening, closing }
    enum Stop: Sendable { case hard, soft }
    enum Modality: Sendable { case obligation, permission }
    enum DayPart: Sendable { case morning, afternoon, night }

    var number: Double?
    var numberStrength = Strength.firm
    var ordinal: Double?
    var multiplier: Double?
    /// The unit's symbol, as the data's key: `mg`.
    var unit: String?
    /// 1 to 12.
    var month: Int?
    /// Whether the phrase makes a month's name of the number before it: 月.
    var isMonthSign = false
    var monthStrength = Strength.firm
    /// 1 is Monday.
    var weekday: Int?
    var weekdayStrength = Strength.firm
    var dayPart: DayPart?
    /// Whether the part of the day only follows its hour: "am" before a number is German, or a verb.
    var isDayPartAfter = false
    /// Whether a number after the phrase is a time of day: "at".
    var isBeforeClock = false
    /// Whether a number before the phrase is a time of day: "o'clock".
    var isAfterClock = false
    var negation: Negation?
    var stop: Stop?
    var modality: Modality?
    /// Whether the phrase joins parts of a number: "and".
    var isJoiner = false
    var startsClause = false
    var limit: Limit?
    var exception: Exception?
    /// Whether the last of several alternatives follows.
    var isOr = false
}
