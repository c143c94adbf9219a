/// Everything a phrase may mean in a language's data; its context decides what it does mean.
struct Meaning: Sendable {
    enum DayPart: Sendable { case morning, afternoon, night }

    var number: Double?
    var ordinal: Double?
    var multiplier: Double?
    /// The unit's symbol, as the data's key: `mg`.
    var unit: String?
    /// 1 to 12.
    var month: Int?
    /// 1 is Monday.
    var weekday: Int?
    /// Whether the part of the day only follows its hour: "am" before a number is German, or a verb.
    var isDayPartAfter = false
    /// A bit for each key of the file under which the phrase is listed.
    private var lists: UInt64 = 0

    func isIn(_ list: LanguageFile.Key) -> Bool { lists & 1 << list.rawValue != 0 }

    mutating func insert(_ list: LanguageFile.Key) { lists |= 1 << list.rawValue }

    var dayPart: DayPart? { isIn(.night) ? .night : isIn(.afternoon) ? .afternoon : isIn(.morning) ? .morning : nil }

    /// How the phrase denies, by its list: `CueCount` explains each. Of several, the last counts.
    var negation: LanguageFile.Key? { Self.negations.last(where: isIn) }

    private static let negations: [LanguageFile.Key] = [
        .negation, .negationConcord, .negationParticle, .negationLight, .negationSoft, .negationLast,
    ]

    /// Whether the phrase is "until" or the like.
    var isLimit: Bool { isIn(.until) || isIn(.untilAfter) }

    var startsClause: Bool { isIn(.clauses) || isIn(.alternatives) }
}
