import SabirCore
import SabirProtocol

/// A topic whose lines a person should confirm, whatever the checks found.
///
/// The raw values are the keys in the files of `share/topics`, and the words of `[safety] topics`.
package enum SafetyTopic: String, Sendable, Hashable, CaseIterable {
    case consent, dosing, allergy, pregnancy, diagnosis
}

/// Words that reveal a line's topic: a file for each language, such as `share/topics/es.json`, from topic to cues.
///
/// Cues are written like those of the checks: `*` at the end stands for any ending, at the beginning for any beginning.
/// A language's cues are built when its first line is checked.
package struct TopicCues: Sendable {
    private typealias Cues = OnDemand<PhraseTrie<Set<SafetyTopic>>>

    private let languages: [String: Cues]

    /// Matches nothing.
    package static let none = TopicCues(languages: [:])

    private init(languages: [String: Cues]) { self.languages = languages }

    package static func load(from folder: String) throws(LanguageDataError) -> TopicCues {
        var languages: [String: Cues] = [:]
        for path in try StrictJSON.files(in: folder) {
            let name = path.split(separator: "/").last.map { String($0.dropLast(".json".count)) } ?? path
            let cues = try cues(path)
            languages[name] = OnDemand { trie(cues) }
        }
        return TopicCues(languages: languages)
    }

    /// Primary subtags, sorted.
    package var known: [String] { languages.keys.sorted() }

    /// Whether a text is about any of the topics. The longest message takes about a tenth of a millisecond.
    func touches(_ topics: Set<SafetyTopic>, in text: String, of language: LanguageTag) -> Bool {
        guard !topics.isEmpty, text.utf8.count <= LineChecker.longestLine,
            let trie = languages[String(language.primary)]?.value
        else { return false }
        return trie.occurs(in: FoldedText(text)) { !$0.isDisjoint(with: topics) }
    }

    private static func trie(_ cues: [SafetyTopic: [String]]) -> PhraseTrie<Set<SafetyTopic>> {
        var trie = PhraseTrie<Set<SafetyTopic>>()
        for (topic, phrases) in cues {
            for phrase in phrases { trie.add(phrase, isEmpty: []) { $0.insert(topic) } }
        }
        return trie
    }

    private static func cues(_ path: String) throws(LanguageDataError) -> [SafetyTopic: [String]] {
        var cues: [SafetyTopic: [String]] = [:]
        for (name, phrases) in try StrictJSON.decode([String: [String]].self, at: path) {
            guard let topic = SafetyTopic(rawValue: name) else { throw .wrong(path, "no such topic as '\(name)'") }
            cues[topic] = phrases
        }
        if let topic = SafetyTopic.allCases.first(where: { cues[$0, default: []].isEmpty }) {
            throw .wrong(path, "there is no cue of '\(topic.rawValue)'")
        }
        return cues
    }
}
