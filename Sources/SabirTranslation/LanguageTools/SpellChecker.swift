import SabirCore
import SabirProtocol

/// The result of checking a draft.
package enum SpellingReport: Sendable, Equatable {
    /// `dictionary` is the one used, such as `es_ES`: one of another region has that region's spellings.
    case checked([Misspelling], dictionary: String)
    /// No dictionary is installed for the language. `isNews` is true at the first report for it.
    case noDictionary(LanguageTag, isNews: Bool)
}

/// A word that the dictionary does not know.
package struct Misspelling: Sendable, Equatable {
    package let word: String
    /// The word's place in the draft.
    package let range: Range<String.Index>
    /// Likeliest first, at most `SpellChecker.Limits.suggestions`; also empty if time ran out.
    package let suggestions: [String]
}

/// Checks spelling with the installed Hunspell dictionaries.
///
/// Skips numbers and what they count, codes, names and other capitalized words (`SpellingScope`), addresses, @names,
/// words longer than 64 letters, and names of people in the room. Owns the loaded dictionaries on a queue of its own:
/// loading one and searching suggestions takes tens of milliseconds or more, which must block neither an event loop nor
/// the cooperative pool.
package actor SpellChecker {
    package struct Limits: Sendable {
        /// Dictionaries in memory, mostly 8 to 25 MB each; the least recently used one is dropped.
        package var dictionaries = 3
        /// Misspellings reported for one draft.
        package var misspellings = 20
        /// Suggestions for one misspelling.
        package var suggestions = 5
        /// The time for all suggestions of one draft; later words are reported without. Some dictionaries (French,
        /// Catalan) take 100 to 200 ms for a word unlike any other, and one such word may exceed the limit.
        package var suggesting: Duration = .milliseconds(300)

        package init() {}
    }

    private let executor = QueueExecutor(label: "sabir.spelling")
    private let catalog: DictionaryCatalog
    private let limits: Limits
    /// The most recently used dictionary is last.
    private var loaded: [HunspellDictionary] = []
    private var saidMissing: Set<String> = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `folders` are searched in order; nil for the system's.
    package init(folders: [String]? = nil, limits: Limits = Limits()) {
        catalog = DictionaryCatalog(folders: folders ?? DictionaryCatalog.standardFolders)
        self.limits = limits
    }

    /// The words of `text` unknown to the dictionary of `language`. Words that are `names` of people in the room, or
    /// that `isExempt`, pass.
    package func check(
        _ text: String, in language: LanguageTag, knowing names: [String] = [],
        exempting isExempt: @Sendable (String) -> Bool = { _ in false }
    ) -> SpellingReport {
        guard let dictionary = dictionary(for: language) else {
            return .noDictionary(language, isNews: saidMissing.insert(language.readingKey).inserted)
        }
        let known = Set(names.flatMap { DraftWords($0).map { $0.text.lowercased() } })
        let scope = SpellingScope(text, in: language)
        func isAsked(_ word: Substring) -> Bool {
            scope.contains(word) && !known.contains(word.lowercased()) && !isExempt(String(word))
        }
        // The time starts at the first unknown word, because finding it costs none of the time.
        var deadline: ContinuousClock.Instant?
        var found: [Misspelling] = []
        for word in DraftWords(text) {
            for part in unknownParts(of: text[word.range], dictionary, where: isAsked)
            where found.count < limits.misspellings {
                let now = ContinuousClock.now
                let end = deadline ?? now + limits.suggesting
                deadline = end
                let limit = now < end ? limits.suggestions : 0
                let suggestions = limit == 0 ? [] : dictionary.suggestions(for: String(part), atMost: limit)
                let range = part.startIndex..<part.endIndex
                found.append(Misspelling(word: String(part), range: range, suggestions: suggestions))
            }
        }
        return .checked(found, dictionary: dictionary.files.name)
    }

    /// Whether the dictionary of `language` knows nine in ten words; false if none is installed, or if there are fewer
    /// than three words.
    package func knowsMost(of text: String, in language: LanguageTag) -> Bool {
        let words = DraftWords(text).filter { SpellingScope.isSpelled(text[$0.range]) }
        guard words.count >= 3, let dictionary = dictionary(for: language) else { return false }
        let unknown = words.count {
            !unknownParts(of: text[$0.range], dictionary, where: SpellingScope.isSpelled).isEmpty
        }
        return unknown * 10 <= words.count
    }

    /// The number of dictionaries in memory.
    var loadedDictionaries: Int { loaded.count }

    /// The word itself or, for a word joined by hyphens or apostrophes, its unknown parts.
    private func unknownParts(
        of word: Substring, _ dictionary: HunspellDictionary, where isAsked: (Substring) -> Bool
    ) -> [Substring] {
        guard isAsked(word), !dictionary.knows(String(word)) else { return [] }
        return word.split { "'’-‐".contains($0) }.filter { isAsked($0) && !dictionary.knows(String($0)) }
    }

    private func dictionary(for language: LanguageTag) -> HunspellDictionary? {
        guard let files = catalog.files(for: language) else { return nil }
        if let place = loaded.firstIndex(where: { $0.files == files }) {
            loaded.append(loaded.remove(at: place))
            return loaded.last
        }
        guard let dictionary = HunspellDictionary(files) else { return nil }
        if loaded.count >= limits.dictionaries { loaded.removeFirst() }
        loaded.append(dictionary)
        return dictionary
    }
}
