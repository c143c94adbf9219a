import SabirProtocol

/// The person's name and language, and whether translations are shown. Pure.
struct ChatReader {
    private(set) var name: String
    private(set) var lang: LanguageTag
    private(set) var showsTranslations = true
    /// The profile that the room was asked for and has not confirmed.
    private var asked = Profile()
    /// Languages whose availability the reader was told.
    private var foretold: Set<LanguageTag> = []

    init(name: String, lang: LanguageTag) { (self.name, self.lang) = (name, lang) }

    /// Adopts the name that the room gave because the wanted name was taken.
    ///
    /// - Returns: whether the name changed.
    mutating func adopt(name given: String?) -> Bool {
        guard let given, given != name else { return false }
        name = given
        return true
    }

    /// The language of the person's drafts: after asking for another language, that one.
    var writes: LanguageTag { asked.lang ?? lang }

    mutating func request(_ profile: Profile) { asked.lang = profile.lang ?? asked.lang }

    /// Forgets the profile that was asked for: the room refused something.
    mutating func cancelRequest() { asked = Profile() }

    /// Adopts the profile that the room confirmed.
    ///
    /// - Returns: whether it changed.
    mutating func adopt(_ profile: Profile) -> Bool {
        if asked.lang == profile.lang { cancelRequest() }
        let isNamed = adopt(name: profile.name)
        guard let new = profile.lang, new != lang else { return isNamed }
        // Availability is told in the reader's language, so it is told again.
        (lang, foretold) = (new, [])
        return true
    }

    mutating func toggleTranslations() { showsTranslations.toggle() }

    /// Languages that others write in and whose availability the reader was not told yet; marks them as told.
    mutating func takeUntold(among written: some Sequence<LanguageTag>) -> [LanguageTag] {
        let new = written.filter { !foretold.contains($0) && !lang.reads($0) }
        foretold.formUnion(new)
        return new.sorted { $0.description < $1.description }
    }

    /// Marks languages as not told yet: nothing could be said about them for the moment.
    mutating func postpone(_ languages: [LanguageTag]) { foretold.subtract(languages) }
}
