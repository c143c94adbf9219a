import SabirProtocol

/// Who reads and writes here, and in which language. Pure.
struct ChatReader {
    private(set) var name: String
    private(set) var lang: LanguageTag
    private(set) var showsTranslations = true
    /// What the room was asked for and has not confirmed.
    private var asked = Profile()
    /// The languages of which the reader was told what to count on.
    private var foretold: Set<LanguageTag> = []

    init(name: String, lang: LanguageTag) { (self.name, self.lang) = (name, lang) }

    /// What the room calls this end, where the name it wanted was another's already.
    ///
    /// - Returns: whether that is news.
    mutating func adopt(name given: String?) -> Bool {
        guard let given, given != name else { return false }
        name = given
        return true
    }

    /// In which it writes: what is said behind the wish for another language is in that one.
    var writes: LanguageTag { asked.lang ?? lang }

    mutating func ask(_ profile: Profile) { asked.lang = profile.lang ?? asked.lang }

    /// The room has refused something.
    mutating func giveUp() { asked = Profile() }

    /// The room has it so.
    ///
    /// - Returns: whether that is news.
    mutating func adopt(_ profile: Profile) -> Bool {
        if asked.lang == profile.lang { giveUp() }
        let isNamed = adopt(name: profile.name)
        guard let new = profile.lang, new != lang else { return isNamed }
        // What to count on is told in the language of the reader.
        (lang, foretold) = (new, [])
        return true
    }

    mutating func toggleTranslations() { showsTranslations.toggle() }

    /// The languages that others write in, and of which the reader was told nothing yet. From now on it was.
    mutating func untold(among written: some Sequence<LanguageTag>) -> [LanguageTag] {
        let new = written.filter { !foretold.contains($0) && !lang.reads($0) }
        foretold.formUnion(new)
        return new.sorted { $0.description < $1.description }
    }

    /// Nothing could be told of these for the moment.
    mutating func postpone(_ languages: [LanguageTag]) { foretold.subtract(languages) }
}
