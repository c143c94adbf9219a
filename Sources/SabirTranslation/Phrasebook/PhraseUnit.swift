import SabirProtocol

/// One sentence in several languages: a `<tu>` in TMX 1.4b.
package struct PhraseUnit: Sendable, Equatable {
    /// All attributes as read (`tuid`, `creationdate`, `changeid` …), and written again.
    package var attributes: [String: String] = [:]
    /// Known properties (see `situation`, `reviewer`) and all others, in order.
    package var properties: [PhraseProperty] = []
    package var notes: [String] = []
    /// In the file's order. Several segments of one language are variants for different numbers, or alternative
    /// wordings; a reader gets the first one that fits the numbers.
    package var segments: [PhraseSegment] = []
    /// The line in the file, counted from one; 0 without a file.
    package var line = 0

    package init(id: String? = nil, segments: [PhraseSegment] = []) {
        self.segments = segments
        self.id = id
    }

    /// `tuid`. The same id in two files means the same sentence; the later unit replaces the earlier as a whole.
    package var id: String? {
        get { attributes["tuid"] }
        set { attributes["tuid"] = newValue }
    }

    /// `<prop type="x-situation">`: the place of use, such as `reception`, normalized by `situationName`.
    package var situation: String? {
        get { properties.value(of: .situation).map(Self.situationName).flatMap { $0.isEmpty ? nil : $0 } }
        set { properties.set(.situation, newValue) }
    }

    /// The longest name of a situation in characters.
    static let maximumSituation = 40

    /// A situation's name for comparing and for programs: lower case, separators as one hyphen, and cut to
    /// `maximumSituation` characters, so that a heading stays a heading.
    static func situationName(_ text: String) -> String {
        let words = text.composed.lowercased().split { !$0.isLetter && !$0.isNumber }
        return String(words.joined(separator: "-").prefix(maximumSituation))
    }

    /// `<prop type="x-reviewer">` of the unit: the reviewer of all its languages, or nil.
    package var reviewer: String? {
        get { properties.value(of: .reviewer) }
        set { properties.set(.reviewer, newValue) }
    }

    /// The segment's own reviewer, or else the unit's.
    package func reviewer(of segment: PhraseSegment) -> String? { segment.reviewer ?? reviewer }

    /// Each once, in the file's order.
    package var languages: [LanguageTag] { segments.map(\.language).eachOnce }

    package func segments(in language: LanguageTag) -> [PhraseSegment] { segments.filter { $0.language == language } }
}

/// A unit's sentence in one language: a `<tuv>` in TMX.
package struct PhraseSegment: Sendable, Equatable {
    package var language: LanguageTag
    /// With slots as written, `{n}`. Inline markup is removed: see `TMXDocument`.
    package var text: String
    package var attributes: [String: String] = [:]
    package var properties: [PhraseProperty] = []
    package var notes: [String] = []
    package var line = 0

    package init(_ text: String, in language: LanguageTag) {
        self.language = language
        self.text = text
    }

    /// `<prop type="x-reviewer">` of the segment: the reviewer of this language only.
    package var reviewer: String? {
        get { properties.value(of: .reviewer) }
        set { properties.set(.reviewer, newValue) }
    }

    /// `<prop type="x-plural">`: the numbers that the segment fits; see `PluralCondition`.
    package var plural: String? {
        get { properties.value(of: .plural) }
        set { properties.set(.plural, newValue) }
    }
}

/// A `<prop>` in TMX.
package struct PhraseProperty: Sendable, Equatable {
    package var type: String
    package var text: String
    package var attributes: [String: String] = [:]

    enum Known: String {
        case situation = "x-situation"
        case reviewer = "x-reviewer"
        case plural = "x-plural"
    }
}

extension [PhraseProperty] {
    /// Nil if the property is missing or empty.
    fileprivate func value(of known: PhraseProperty.Known) -> String? {
        let text = first { $0.type == known.rawValue }?.text.collapsed
        return text?.isEmpty == false ? text : nil
    }

    fileprivate mutating func set(_ known: PhraseProperty.Known, _ text: String?) {
        let place = firstIndex { $0.type == known.rawValue }
        switch (place, text) {
        case (let place?, let text?): self[place].text = text
        case (let place?, nil): remove(at: place)
        case (nil, let text?): append(PhraseProperty(type: known.rawValue, text: text))
        case (nil, nil): break
        }
    }
}
