/// All that one phrase may mean in a language's data; what it does mean, its neighbours decide.
struct Meaning: Sendable {
    /// How surely a word is what it may be.
    enum Strength: Sendable { case firm, weak }
    /// How a negating word counts: see `CueCount`.
    enum Negation: Sendable { case hard, concord, particle, light, soft, last }
    enum Exception: Sendable { case only, except }
    /// "Until", before what it limits and after.
    enum Limit: Sendable { case opening, closing }
    enum Stop: Sendable { case hard, soft }
    enum Modality: Sendable { case obligation, permission }
    enum DayPart: Sendable { case morning, afternoon, night }

    var number: Double?
    var numberStrength = Strength.firm
    var ordinal: Double?
    var multiplier: Double?
    /// Symbol of the unit, as the data's key: `mg`.
    var unit: String?
    /// 1 to 12.
    var month: Int?
    /// 月: makes a month's name of the number before it.
    var isMonthSign = false
    var monthStrength = Strength.firm
    /// 1 is Monday.
    var weekday: Int?
    var weekdayStrength = Strength.firm
    var dayPart: DayPart?
    /// Whether the part of the day only ever follows its hour: "am" before a number is German, or a verb.
    var isDayPartAfter = false
    /// "at": a number after it is a time of day.
    var isBeforeClock = false
    /// "o'clock": a number before it is a time of day.
    var isAfterClock = false
    var negation: Negation?
    var stop: Stop?
    var modality: Modality?
    /// "and" within a number.
    var isJoiner = false
    var startsClause = false
    var limit: Limit?
    var exception: Exception?
    /// Whether what follows is the last of several alternatives.
    var isOr = false
}
