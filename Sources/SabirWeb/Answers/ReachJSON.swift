import SabirProtocol

/// What one who writes and reads a language can count on among those who are here.
struct ProspectJSON: Encodable, Sendable {
    /// The others.
    let of: Int
    /// How many of them what one writes would not reach.
    let cannot: Int
    /// Of how many one would not read what they write.
    let unread: Int
    /// What those read whom it would not reach.
    let langs: [String]

    init(_ prospect: Prospect) {
        of = prospect.of
        cannot = prospect.there.cannot
        unread = prospect.back.cannot
        langs = prospect.there.langs.map(\.description).sorted()
    }
}

/// Those of one's newest lines that somebody here cannot read.
struct ReachJSON: Encodable, Sendable {
    private let lines: [Line]

    init(_ lines: [MessageID: Reach]) {
        self.lines = lines.map(Line.init).sorted { $0.id < $1.id }
    }

    private struct Line: Encodable, Sendable {
        let id: String
        let cannot: Int
        let of: Int
        let langs: [String]

        init(_ id: MessageID, _ reach: Reach) {
            self.id = id.description
            cannot = reach.cannot
            of = reach.of
            langs = reach.langs.map(\.description).sorted()
        }
    }
}

/// How many of those who are here something does not reach.
struct Reach: Sendable, Hashable {
    var cannot = 0
    var of = 0
    /// What those read whom it does not reach.
    var langs: Set<LanguageTag> = []

    mutating func count(_ n: Int, of lang: LanguageTag, reached isReached: Bool) {
        of += n
        guard !isReached else { return }
        cannot += n
        langs.insert(lang)
    }
}

/// What a visitor can count on before anything is said.
struct Prospect: Sendable, Hashable {
    /// Whom what it writes would not reach.
    var there = Reach()
    /// Whose words would not reach it.
    var back = Reach()

    /// Everybody would be understood by everybody: who comes and goes then changes nothing.
    var isGood: Bool { there.cannot == 0 && back.cannot == 0 }

    func isSame(as other: Prospect) -> Bool { self == other || isGood && other.isGood && (of == 0) == (other.of == 0) }

    var of: Int { there.of }
}
