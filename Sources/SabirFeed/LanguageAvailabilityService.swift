import SabirProtocol

/// The languages on offer, each with what its reader can count on. Answers are cached until an engine comes or goes.
package actor LanguageAvailabilityService {
    private static let capacity = 64

    private struct Question: Hashable {
        let room: String?
        let present: Set<LanguageTag>
    }

    private let services: any FeedNodeServices
    package nonisolated let offered: OfferedLanguages
    private var known: [Question: [OfferedLanguage]] = [:]
    private var generation = 0

    package init(services: any FeedNodeServices, offered: OfferedLanguages) {
        self.services = services
        self.offered = offered
    }

    func engineChanged() {
        generation += 1
        known = [:]
    }

    /// Every language on offer, with what its reader can count on where people write the languages `present`.
    ///
    /// - Parameter room: The room's id; nil for all rooms of the node.
    package func languages(among present: Set<LanguageTag>, in room: String? = nil) async -> [OfferedLanguage] {
        let question = Question(room: room, present: present)
        if let languages = known[question] { return languages }
        let asked = generation
        let sorted = present.sorted { $0.description < $1.description }
        var languages: [OfferedLanguage] = []
        for lang in offered.tags {
            languages.append(
                OfferedLanguage(
                    lang, name: offered.ownNames[lang], also: offered.names[lang] ?? [],
                    outlook: await services.availability(for: lang, among: sorted, in: room)))
        }
        guard asked == generation else { return languages }
        if known.count >= Self.capacity { known = [:] }
        known[question] = languages
        return languages
    }
}
