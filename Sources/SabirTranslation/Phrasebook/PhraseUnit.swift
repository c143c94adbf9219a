import SabirProtocol

/// One sentence in several languages: a `<tu>` of TMX 1.4b.
package struct PhraseUnit: Sendable, Equatable {
    /// All attributes as read (`tuid`, `creationdate`, `changeid` …), kept when written again.
    package var attributes: [String: String] = [:]
    /// Those that mean something here (see `situation`, `reviewer`) and all others, in order.
    package var properties: [PhraseProperty] = []
    package var notes: [String] = []
    /// In the order of the file. Several of one language are variants for different numbers, or other ways to write
    /// the same; a reader gets the first that is right for the numbers.
    package var segments: [PhraseSegment] = []
    /// Line of the file, counted from one; 0 where it came from none.
    package var line = 0

    package init(id: String? = nil, segments: [PhraseSegment] = []) {
        self.segments = segments
        self.id = id
    }

    /// `tuid`; the same in two files is the same sentence, and the later one replaces the earlier as a whole.
    package var id: String? {
        get { attributes["tuid"] }
        set { attributes["tuid"] = newValue }
    }

    /// `<prop type="x-situation">`: where it is used, such as `reception`, as `situationName` makes it.
    package var situation: String? {
        get { properties.value(of: .situation).map(Self.situationName).flatMap { $0.isEmpty ? nil : $0 } }
        set { properties.set(.situation, newValue) }
    }

    /// Characters of a situation's name.
    package static let maximumSituation = 40

    /// How a situation is compared and named to programs: lower case, spaces and the like as one hyphen, and at most
    /// `maximumSituation` characters, so that a heading stays a heading.
    package static func situationName(_ text: String) -> String {
        let words = text.composed.lowercased().split { !$0.isLetter && !$0.isNumber }
        return String(words.joined(separator: "-").prefix(maximumSituation))
    }

    /// `<prop type="x-reviewer">` of the unit: who vouches for all of its languages. Nil: nobody.
    package var reviewer: String? {
        get { properties.value(of: .reviewer) }
        set { properties.set(.reviewer, newValue) }
    }

    /// Who vouches for this segment: its own reviewer, else the unit's.
    package func reviewer(of segment: PhraseSegment) -> String? { segment.reviewer ?? reviewer }

    /// Each once, in the order of the file.
    package var languages: [LanguageTag] {
        segments.reduce(into: []) { found, segment in
            if !found.contains(segment.language) { found.append(segment.language) }
        }
    }

    package func segments(in language: LanguageTag) -> [PhraseSegment] { segments.filter { $0.language == language } }
}

/// A unit's sentence in one language: a `<tuv>`.
package struct PhraseSegment: Sendable, Equatable {
    package var language: LanguageTag
    /// With slots as they are written, `{n}`. Inline markup is gone: see `TMXDocument`.
    package var text: String
    package var attributes: [String: String] = [:]
    package var properties: [PhraseProperty] = []
    package var notes: [String] = []
    package var line = 0

    package init(_ text: String, in language: LanguageTag) {
        self.language = language
        self.text = text
    }

    /// `<prop type="x-reviewer">` of the segment: who vouches for this language alone.
    package var reviewer: String? {
        get { properties.value(of: .reviewer) }
        set { properties.set(.reviewer, newValue) }
    }

    /// `<prop type="x-plural">`: the numbers it is right for; see `PluralCondition`.
    package var plural: String? {
        get { properties.value(of: .plural) }
        set { properties.set(.plural, newValue) }
    }
}

/// A `<prop>`.
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
    /// Nil where it is missing or empty.
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
