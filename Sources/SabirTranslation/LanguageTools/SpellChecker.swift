import Dispatch
import SabirProtocol

/// What was found in a draft.
package enum SpellingReport: Sendable, Equatable {
    /// `dictionary` names the one that was used, such as `es_ES`: where it is another region's, its spellings are
    /// that region's.
    case checked([Misspelling], dictionary: String)
    /// None is installed for the language. `isNews` the first time this is said of it.
    case noDictionary(LanguageTag, isNews: Bool)
}

/// A word that the dictionary does not know.
package struct Misspelling: Sendable, Equatable {
    package let word: String
    /// Where it stands in the draft.
    package let range: Range<String.Index>
    /// Likeliest first, at most `SpellChecker.Limits.suggestions`; none also where time ran out.
    package let suggestions: [String]
}

/// Checks spelling with the dictionaries that are installed for Hunspell.
///
/// Numbers and what they count, codes, names and other words with a capital (`SpellingScope`), addresses, @names, words
/// longer than 64 letters and the names of people in the room pass. Owns the loaded dictionaries, on a queue of its
/// own: loading one and looking for suggestions takes tens of milliseconds and more, which must stall neither an event
/// loop nor the cooperative pool.
package actor SpellChecker {
    package struct Limits: Sendable {
        /// Dictionaries in memory, mostly 8 to 25 MB each; the one used longest ago makes room.
        package var dictionaries = 3
        /// Misspellings reported of one draft.
        package var misspellings = 20
        package var suggestions = 5
        /// Time for the suggestions of one draft; past it words are reported without. Some dictionaries (French,
        /// Catalan) take 100 to 200 ms for a word that is like none, and one such word may go over.
        package var suggesting: Duration = .milliseconds(300)

        package init() {}
    }

    private final class Executor: SerialExecutor {
        private let queue = DispatchQueue(label: "sabir.spelling")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor = Executor()
    private let catalog: DictionaryCatalog
    private let limits: Limits
    /// The one used last comes last.
    private var loaded: [HunspellDictionary] = []
    private var saidMissing: Set<String> = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `folders` are searched in order; nil for the system's.
    package init(folders: [String]? = nil, limits: Limits = Limits()) {
        catalog = DictionaryCatalog(folders: folders ?? DictionaryCatalog.standardFolders)
        self.limits = limits
    }

    /// The words of `text` that the dictionary of `language` does not know. `names` are those of the people in the
    /// room, as they stand there; a word that `isExempt` passes as it is.
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
        // From the first word that the dictionary does not know: finding it takes none of the time.
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

    /// Whether the dictionary of `language` knows nine in ten of the words; false where none is installed, or where
    /// there are fewer than three words.
    package func knowsMost(of text: String, in language: LanguageTag) -> Bool {
        let words = DraftWords(text).filter { SpellingScope.isSpelled(text[$0.range]) }
        guard words.count >= 3, let dictionary = dictionary(for: language) else { return false }
        let unknown = words.count {
            !unknownParts(of: text[$0.range], dictionary, where: SpellingScope.isSpelled).isEmpty
        }
        return unknown * 10 <= words.count
    }

    /// How many dictionaries are in memory.
    package var loadedDictionaries: Int { loaded.count }

    /// The word itself; where hyphens or apostrophes join it from several, those of them that are unknown.
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
