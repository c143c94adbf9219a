import Foundation

/// A sentence in the form used for comparing, without letter case, extra spaces, final punctuation and numbers.
struct PhraseSkeleton: Sendable, Equatable {
    enum Mood: Sendable {
        case question
        /// Ends with a full stop or an exclamation mark.
        case statement
        /// Has no final mark.
        case open
    }

    /// A number or time as written, or a slot for one.
    enum Gap: Sendable, Equatable {
        case value(PhraseValue)
        case slot(PhraseSlot)
    }

    /// Words in lower case, composed, separated by single spaces, with `numberMark` and `timeMark` for gaps.
    private(set) var key = ""
    /// The sentence's gaps, in its order.
    private(set) var gaps: [Gap] = []
    /// The only difference between "Le duele aquí." and "¿Le duele aquí?".
    private(set) var mood = Mood.open
    /// The key before `finish`, with one space for any white space.
    private var scalars: [Unicode.Scalar] = []

    /// The longest sentence in Unicode scalars; longer texts are not set phrases and are not processed further.
    static let maximumLength = 1_000
    /// Control characters, which neither XML nor messages can contain.
    private static let numberMark: Unicode.Scalar = "\u{1}"
    private static let timeMark: Unicode.Scalar = "\u{2}"

    /// Nil if the text cannot be a phrase: only punctuation, too long, or with an ambiguous number.
    init?(_ text: String) {
        guard text.utf8.count <= 4 * Self.maximumLength, append(text), finish() else { return nil }
    }

    init?(_ template: PhraseTemplate) {
        for part in template.parts {
            switch part {
            case .text(let text): guard append(text) else { return nil }
            case .slot(let slot): append(.slot(slot), slot.isTime)
            }
        }
        guard finish() else { return nil }
    }

    private mutating func append(_ gap: Gap, _ isTime: Bool) {
        gaps.append(gap)
        scalars.append(isTime ? Self.timeMark : Self.numberMark)
    }

    /// Returns false if the text cannot be a phrase.
    private mutating func append(_ text: String) -> Bool {
        let written = Array(text.composed.lowercased().unicodeScalars)
        var place = 0
        while place < written.count {
            let scalar = written[place]
            if scalar == Self.numberMark || scalar == Self.timeMark { return false }
            if scalar.decimalDigit != nil {
                var scanner = PhraseNumberScanner(scalars: written, place: place)
                guard let (value, end) = scanner.scan() else { return false }
                append(.value(value), value.isTime)
                place = end
            } else {
                if let kept = Self.kept(scalar), kept != " " || scalars.last != " " { scalars.append(kept) }
                place += 1
            }
        }
        return true
    }

    /// What remains of a scalar: drops marks that typists omit or that are invisible, and unifies look-alikes.
    private static func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x21..<0x7F: scalar
        case 0x2019, 0x2018, 0x02BC, 0xFF07: "'"
        case 0xFF0C: ","
        // Direction marks, soft hyphen, byte order mark; Arabic tatweel.
        case 0x200E, 0x200F, 0x061C, 0x00AD, 0xFEFF, 0x0640: nil
        // Arabic short vowels and the like, which everyday writing omits.
        case 0x064B...0x0652, 0x0670: nil
        default: scalar.properties.isWhitespace ? " " : scalar
        }
    }

    /// Trims punctuation from both ends. Returns false if nothing remains.
    private mutating func finish() -> Bool {
        defer { scalars = [] }
        guard let start = scalars.firstIndex(where: { !Self.isOpening($0) }),
            let end = scalars.lastIndex(where: { !Self.isClosing($0) }), start <= end
        else { return false }
        mood = Self.mood(scalars[(end + 1)...])
        key = String(String.UnicodeScalarView(scalars[start...end]))
        return true
    }

    private static func mood(_ tail: ArraySlice<Unicode.Scalar>) -> Mood {
        if tail.contains(where: { "?؟？".unicodeScalars.contains($0) }) { return .question }
        return tail.contains { $0 != " " } ? .statement : .open
    }

    private static func isOpening(_ scalar: Unicode.Scalar) -> Bool { " ¿¡".unicodeScalars.contains(scalar) }

    private static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
        " .!?…。！？．؟۔।॥".unicodeScalars.contains(scalar)
    }
}

extension PhraseSkeleton {
    /// The values of this stored sentence's slots in the `written` one. Nil if a fixed number ("112") differs, or a
    /// slot would get two values.
    func values(from written: PhraseSkeleton) -> [String: PhraseValue]? {
        guard gaps.count == written.gaps.count else { return nil }
        var values: [String: PhraseValue] = [:]
        for (mine, theirs) in zip(gaps, written.gaps) {
            guard case .value(let value) = theirs else { return nil }
            switch mine {
            case .value(let fixed): guard fixed == value else { return nil }
            case .slot(let slot):
                if let before = values[slot.name], before != value { return nil }
                values[slot.name] = value
            }
        }
        return values
    }

    /// Whether a sentence in the given mood may match this stored one. A question never matches a statement.
    func mayBe(_ written: Mood) -> Bool {
        written == .open || mood == .open || written == mood
    }
}
